import { Command } from "commander";
import { moods, type Mood } from "../../domain/analysis/descriptors.js";
import { parseCollapse } from "../../domain/catalogue/collapse.js";
import { parseNumber, type FilterTexts } from "../../domain/catalogue/filter-texts.js";
import {
  parseMixPathLength,
  parseMixRules,
  requireFewExcluded,
  type MixRules,
} from "../../domain/catalogue/mix-path.js";
import { DEFAULT_MOOD_THRESHOLD } from "../../domain/catalogue/mood-query.js";
import { parseSimilarCount, parseSimilarityWeights } from "../../domain/catalogue/similarity.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { exportFormats, parseExportFormat } from "../../domain/export/export-format.js";
import { filterSelectionFrom, type TrackSelection } from "../../domain/export/track-selection.js";
import { parseOneOf } from "../../domain/parse-one-of.js";
import { parseTrackRef, refOf, type TrackRef } from "../../domain/track/track-ref.js";
import { unlimitedBudget } from "../../domain/work-budget.js";
import type { Services } from "../../services/services.js";
import type { MixOptions } from "../../services/similarity/mix-path-service.js";
import type { CommandContext } from "../command-context.js";
import { collected, filterTextsFrom, withTrackOptions } from "./filter-options.js";
import { withExportOptions, writeExport, type ExportOutputOptions } from "./write-export.js";

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
  readonly maxTempoChangePercent?: string;
  readonly artistSpacing?: string;
  readonly compatibleKeysOnly?: true;
  readonly exclude: readonly string[];
  readonly collapse?: string;
}

/** The options of paths alone. */
const pathOptions = [
  "length",
  "maxTempoChangePercent",
  "artistSpacing",
  "compatibleKeysOnly",
  "exclude",
] as const;

/** A path that is found before its tracks are exported. */
interface WantedPath extends Pick<MixOptions, "rules" | "collapse" | "exclude"> {
  readonly kind: "path";
  readonly from: TrackRef;
  readonly to: TrackRef;
  readonly length: number;
}

interface ExportCommandOptions extends SelectionOptions, ExportOutputOptions {
  readonly format: string;
  readonly title?: string;
}

/** `overtone export`: writes analysed tracks to a file, as a table or a playlist. */
export function exportCommand(context: CommandContext): Command {
  const command = new Command("export")
    .description("Export analysed tracks as a table of values, or as a playlist of their files")
    .requiredOption("--format <format>", exportFormats.join(", "));
  withExportOptions(command);
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
    .option("--length <count>", "the number of tracks of the path, 10 by default")
    .option(
      "--max-tempo-change-percent <number>",
      "the maximum change of tempo in a step of the path",
    )
    .option("--artist-spacing <count>", "the minimum number of tracks between two of one artist")
    .option("--compatible-keys-only", "steps of the path between compatible keys alone")
    .option(
      "--exclude <track>",
      "a track that the path does not have between its ends; may be repeated",
      collected,
      [],
    );
}

async function run(context: CommandContext, options: ExportCommandOptions): Promise<void> {
  const { title = "Overtone", ...others } = options;
  const written = { ...others, title, format: parseExportFormat(options.format) };
  const wanted = selectionFrom(options);
  await context.withServices(async (services) => {
    const selection =
      wanted.kind === "path" ? await pathSelection(context, services, wanted) : wanted;
    await writeExport(context, services, selection, written);
  });
}

/** Finds a path, and says which of its rules it breaks. */
async function pathSelection(
  context: CommandContext,
  { mixPaths }: Pick<Services, "mixPaths">,
  { from, to, length, ...conditions }: WantedPath,
): Promise<TrackSelection> {
  const budget = unlimitedBudget(context.signal);
  const { steps, unmet } = await mixPaths.create(from, to, length, { ...conditions, budget });
  for (const { why } of unmet) context.printError(why);
  return { kind: "tracks", trackKeys: steps.map(({ track }) => refOf(track)) };
}

/** @throws {InvalidInputError} names an option that is malformed, or cannot be combined with another */
function selectionFrom(options: SelectionOptions): TrackSelection | WantedPath {
  const { similarTo, from, to, limit } = options;
  const collapse = parseCollapse(options.collapse);
  if (from !== undefined || to !== undefined) {
    refuse(options, "from", ["where", "mood", "order", "limit", "similarTo"]);
    return {
      kind: "path",
      from: parseTrackRef(from, "from"),
      to: parseTrackRef(to, "to"),
      length: parseMixPathLength(options.length),
      rules: mixRulesFrom(options),
      exclude: excludedFrom(options),
      collapse,
    };
  }
  refuse(options, "filters", pathOptions);
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

/** @throws {InvalidInputError} names the rule that is outside of its range */
function mixRulesFrom({
  maxTempoChangePercent,
  artistSpacing,
  compatibleKeysOnly,
}: SelectionOptions): MixRules {
  return parseMixRules({
    maxTempoChangePercent: parseNumber(maxTempoChangePercent, "max-tempo-change-percent"),
    ...{ artistSpacing, compatibleKeysOnly },
  });
}

/** @throws {InvalidInputError} one is no track key and no id of a recording, or there are too many */
function excludedFrom({ exclude }: SelectionOptions): readonly TrackRef[] {
  requireFewExcluded(exclude, "exclude");
  return exclude.map((ref) => parseTrackRef(ref, "exclude"));
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
  const given = others.find((other) => {
    const value = options[other];
    return value === true || (value?.length ?? 0) > 0;
  });
  if (given === undefined) return;
  const option = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new InvalidInputError(option, `cannot be combined with "${name}"`);
}
