import { Command } from "commander";
import { moods, type Mood } from "../../domain/analysis/descriptors.js";
import { filterNames, type FilterTexts } from "../../domain/catalogue/filter-texts.js";
import { parseMixPathLength } from "../../domain/catalogue/mix-path.js";
import { DEFAULT_MOOD_THRESHOLD } from "../../domain/catalogue/mood-query.js";
import { parseSimilarCount, parseSimilarityWeights } from "../../domain/catalogue/similarity.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { exportFormats, parseExportFormat } from "../../domain/export/export-format.js";
import { filterSelectionFrom, type TrackSelection } from "../../domain/export/track-selection.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import type { OpenedExport } from "../../services/export/export-service.js";
import type { CommandContext } from "../command-context.js";

/** Which tracks the command line asks for. */
interface SelectionOptions {
  readonly where: readonly string[];
  readonly mood?: string;
  readonly order?: string;
  readonly limit?: string;
  readonly similarTo?: string;
  readonly from?: string;
  readonly to?: string;
  readonly length?: string;
}

interface ExportCommandOptions extends SelectionOptions {
  readonly format: string;
  readonly output?: string;
  readonly title?: string;
}

/** `overtone export`: writes analysed tracks to a file, as a table or a playlist. */
export function exportCommand(context: CommandContext): Command {
  const command = new Command("export")
    .description("Export analysed tracks as a table of values, or as a playlist of their files")
    .requiredOption("--format <format>", exportFormats.join(", "))
    .option("--output <file>", "the file to write, in place of standard output")
    .option("--title <title>", "the name of the playlist");
  return withSelection(command).action((options: ExportCommandOptions) => run(context, options));
}

/** Adds the options that select tracks. */
function withSelection(command: Command): Command {
  const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  return command
    .option(
      "--where <name=value>",
      "a filter as in the URL of GET /api/audio/tracks, such as tempo.gte=120; may be repeated",
      collect,
      [],
    )
    .option("--mood <mood>", `${moods.join(", ")}: tracks that have it, the strongest first`)
    .option("--order <field>", 'the field to order by; "-tempo" is descending')
    .option("--limit <count>", "maximum number of tracks")
    .option("--similar-to <track key>", "the tracks that sound most like this one")
    .option("--from <track key>", "the first track of a path in small steps")
    .option("--to <track key>", "the last track of the path")
    .option("--length <count>", "the number of tracks of the path, 10 by default");
}

async function run(context: CommandContext, options: ExportCommandOptions): Promise<void> {
  const format = parseExportFormat(options.format);
  const selection = selectionFrom(options);
  const { output, title = "Overtone" } = options;
  if (format === "parquet" && output === undefined && context.isTerminal) {
    throw new InvalidInputError("output", "is required: Parquet is no text for a terminal");
  }
  await context.withServices(async ({ exports }) => {
    const { signal } = context;
    const opened = await exports.open(selection, { format, title, signal });
    if (output === undefined) await context.send(opened.content);
    else await context.saveFile(output, opened.content);
    report(context, opened, output);
  });
}

/** Says what was written, on standard error, because standard output may be the content. */
function report(
  context: CommandContext,
  { exported, leftOut }: OpenedExport,
  output: string | undefined,
): void {
  if (leftOut > 0) {
    context.printError(
      `${tracksText(leftOut)} left out, because this machine has no file of them.`,
    );
  }
  if (output !== undefined) context.printError(`${tracksText(exported)} written to ${output}.`);
  else if (exported === 0) context.printError("No analysed track was found.");
}

const tracksText = (count: number): string => (count === 1 ? "1 track" : `${count} tracks`);

/** @throws {InvalidInputError} names an option that is malformed, or cannot be combined with another */
function selectionFrom(options: SelectionOptions): TrackSelection {
  const { similarTo, from, to, limit } = options;
  if (from !== undefined || to !== undefined) {
    refuse(options, "from", ["where", "mood", "order", "limit", "similarTo"]);
    return {
      kind: "mix",
      from: parseTrackKey(from, "from"),
      to: parseTrackKey(to, "to"),
      length: parseMixPathLength(options.length),
    };
  }
  refuse(options, "filters", ["length"]);
  if (similarTo !== undefined) {
    refuse(options, "similar-to", ["where", "mood", "order"]);
    return {
      kind: "similar",
      trackKey: parseTrackKey(similarTo, "similar-to"),
      count: parseSimilarCount(limit, "limit"),
      weights: parseSimilarityWeights(),
    };
  }
  const mood = parseMood(options.mood);
  const filter = filterFrom(options.where);
  return filterSelectionFrom({
    filter: mood ? { [`mood.${mood}.gte`]: String(DEFAULT_MOOD_THRESHOLD), ...filter } : filter,
    order: options.order ?? (mood && `-mood.${mood}`),
    limit,
  });
}

/** @throws {InvalidInputError} one of the options is given */
function refuse(
  options: SelectionOptions,
  name: string,
  others: readonly (keyof SelectionOptions)[],
): void {
  const given = others.find((other) => (options[other]?.length ?? 0) > 0);
  if (given === undefined) return;
  const option = given === "similarTo" ? "similar-to" : given;
  throw new InvalidInputError(option, `cannot be combined with "${name}"`);
}

function parseMood(text: string | undefined): Mood | undefined {
  const mood = moods.find((known) => known === text);
  if (text === undefined || mood !== undefined) return mood;
  throw new InvalidInputError("mood", `must be one of ${moods.join(", ")}`);
}

/** @throws {InvalidInputError} a text is no `name=value`, or its name is unknown or given twice */
function filterFrom(texts: readonly string[]): FilterTexts {
  const filter: { -readonly [Name in keyof FilterTexts]: FilterTexts[Name] } = {};
  for (const text of texts) {
    const [name = "", ...value] = text.split("=");
    const known = filterNames.find((one) => one === name);
    if (known === undefined || value.length === 0) {
      const problem =
        'must be a filter of GET /api/audio/tracks and its value, such as "tempo.gte=120"';
      throw new InvalidInputError("where", problem);
    }
    if (known in filter) throw new InvalidInputError("where", `must have "${known}" once`);
    filter[known] = value.join("=");
  }
  return filter;
}
