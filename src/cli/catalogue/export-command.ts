import { Command } from "commander";
import { moods, type Mood } from "../../domain/analysis/descriptors.js";
import { parseCollapse } from "../../domain/catalogue/collapse.js";
import type { FilterTexts } from "../../domain/catalogue/filter-texts.js";
import { parseMixPathLength } from "../../domain/catalogue/mix-path.js";
import { DEFAULT_MOOD_THRESHOLD } from "../../domain/catalogue/mood-query.js";
import { parseSimilarCount, parseSimilarityWeights } from "../../domain/catalogue/similarity.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { exportFormats, parseExportFormat } from "../../domain/export/export-format.js";
import { filterSelectionFrom, type TrackSelection } from "../../domain/export/track-selection.js";
import { parseOneOf } from "../../domain/parse-one-of.js";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import type { CommandContext } from "../command-context.js";
import { filterTextsFrom, withTrackOptions } from "./filter-options.js";
import { withOutputOptions, writeExport, type OutputOptions } from "./write-export.js";

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
  readonly collapse?: string;
}

interface ExportCommandOptions extends SelectionOptions, OutputOptions {
  readonly format: string;
  readonly title?: string;
}

/** `overtone export`: writes analysed tracks to a file, as a table or a playlist. */
export function exportCommand(context: CommandContext): Command {
  const command = new Command("export")
    .description("Export analysed tracks as a table of values, or as a playlist of their files")
    .requiredOption("--format <format>", exportFormats.join(", "));
  withOutputOptions(command, "the file to write");
  command.option("--title <title>", "the name of the playlist");
  return withSelection(command).action((options: ExportCommandOptions) => run(context, options));
}

/** Adds the options that select tracks. */
function withSelection(command: Command): Command {
  return withTrackOptions(command)
    .option("--mood <mood>", `${moods.join(", ")}: tracks that have it, the strongest first`)
    .option("--limit <count>", "maximum number of tracks")
    .option(
      "--similar-to <track>",
      "the tracks that sound most like this one, a track key or rec:…",
    )
    .option(
      "--collapse <what>",
      "performance: one recording of each performance, the default of similar tracks and paths; none: all",
    )
    .option("--length <count>", "the number of tracks of the path, 10 by default");
}

async function run(context: CommandContext, options: ExportCommandOptions): Promise<void> {
  const { title = "Overtone", ...others } = options;
  const written = { ...others, title, format: parseExportFormat(options.format) };
  const selection = selectionFrom(options);
  await context.withServices((services) => writeExport(context, services, selection, written));
}

/** @throws {InvalidInputError} names an option that is malformed, or cannot be combined with another */
function selectionFrom(options: SelectionOptions): TrackSelection {
  const { similarTo, from, to, limit } = options;
  const collapse = parseCollapse(options.collapse);
  if (from !== undefined || to !== undefined) {
    refuse(options, "from", ["where", "mood", "order", "limit", "similarTo"]);
    return {
      kind: "mix",
      from: parseTrackRef(from, "from"),
      to: parseTrackRef(to, "to"),
      length: parseMixPathLength(options.length),
      collapse,
    };
  }
  refuse(options, "filters", ["length"]);
  if (similarTo !== undefined) {
    refuse(options, "similar-to", ["where", "mood", "order"]);
    return {
      kind: "similar",
      trackKey: parseTrackRef(similarTo, "similar-to"),
      count: parseSimilarCount(limit, "limit"),
      weights: parseSimilarityWeights(),
      collapse,
    };
  }
  const mood = parseOneOf(options.mood, moods, "mood");
  const filter = filterTextsFrom(options.where);
  return filterSelectionFrom({
    filter: mood ? { ...ofMood(mood), ...filter } : filter,
    order: options.order ?? (mood && `-mood.${mood}`),
    limit,
    collapse: options.collapse,
  });
}

/** Returns the conditions on tracks that have a mood, as the moods of the catalogue count them. */
const ofMood = (mood: Mood): FilterTexts => ({
  kind: "music",
  [`mood.${mood}.gte`]: String(DEFAULT_MOOD_THRESHOLD),
});

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
