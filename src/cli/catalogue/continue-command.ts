import { Command } from "commander";
import { parseContinuation } from "../../domain/catalogue/continuation.js";
import { filterParametersFrom, parseNumber } from "../../domain/catalogue/filter-texts.js";
import { parseSimilarityWeights } from "../../domain/catalogue/similarity.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import { refOf } from "../../domain/track/track-ref.js";
import type { CommandContext } from "../command-context.js";
import { jsonLinesOf } from "../json-lines-of.js";
import { collected, filterTextsFrom, withFilterOption } from "./filter-options.js";

interface ContinueOptions {
  readonly where: readonly string[];
  readonly unlike: readonly string[];
  readonly heard: readonly string[];
  readonly favourites?: true;
  readonly plays?: true;
  readonly limit?: string;
  readonly exploration?: string;
  readonly chance?: string;
  readonly maxTempoChange?: string;
  readonly compatibleKeys?: true;
  readonly artistSpacing?: string;
  readonly albumSpacing?: string;
  readonly json?: true;
}

/** `overtone continue`: lists what is heard next. */
export function continueCommand(context: CommandContext): Command {
  const command = new Command("continue")
    .description("List what is heard next: tracks that sound like some, as a radio plays them")
    .argument("[tracks...]", "what they sound like: track keys, or ids of recordings");
  return withFilterOption(command)
    .option(
      "--unlike <track>",
      "a track that they do not sound like; may be repeated",
      collected,
      [],
    )
    .option(
      "--heard <track>",
      "a track that was heard; may be repeated, the last one last",
      collected,
      [],
    )
    .option("--favourites", "also continue from favourites on music servers")
    .option("--plays", "also continue from what was played last on music servers")
    .option("--limit <tracks>", "maximum number of tracks; 20 by default")
    .option("--exploration <share>", "how far away they may be, 0 to 1; 0 by default")
    .option(
      "--chance <number>",
      "seed of the random choice: the same number gives the same tracks; 0 by default",
    )
    .option("--max-tempo-change <percent>", "maximum change of tempo in a step, per cent")
    .option("--compatible-keys", "adjacent keys are compatible on the Camelot wheel")
    .option("--artist-spacing <tracks>", "tracks between two of one artist; 3 by default")
    .option("--album-spacing <tracks>", "tracks between two of one album; 5 by default")
    .option("--json", "as JSON")
    .action((tracks: readonly string[], options: ContinueOptions) =>
      list(context, tracks, options),
    );
}

async function list(
  context: CommandContext,
  seeds: readonly string[],
  options: ContinueOptions,
): Promise<void> {
  const { where, unlike, heard, favourites, plays, limit: count, chance, json } = options;
  const continuation = parseContinuation(
    {
      ...{ seeds, unlike, heard, count, chance },
      from: [...(favourites ? ["favourites"] : []), ...(plays ? ["plays"] : [])],
      exploration: parseNumber(options.exploration, "exploration"),
      maxTempoChangePercent: parseNumber(options.maxTempoChange, "max-tempo-change"),
      compatibleKeysOnly: options.compatibleKeys,
      artistSpacing: options.artistSpacing,
      albumSpacing: options.albumSpacing,
    },
    "limit",
  );
  const filter = parseComparedFilter(filterParametersFrom(filterTextsFrom(where)));
  await context.withServices(async ({ continuations }) => {
    const found = await continuations.continue(continuation, parseSimilarityWeights(), { filter });
    if (json) {
      context.print(...jsonLinesOf(found));
      return;
    }
    for (const { track, similarity } of found) {
      const names = `${track.artist} - ${track.trackName}`;
      context.print(`${similarity.toFixed(2)}  ${refOf(track)}  ${names}`);
    }
  });
}
