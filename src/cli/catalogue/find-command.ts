import { Command } from "commander";
import { filterTextsOf } from "../../domain/catalogue/filter-texts.js";
import { parseCount } from "../../domain/parse-count.js";
import { meaningTextOf } from "../../domain/sentence/meaning-text.js";
import { parseSentenceText } from "../../domain/sentence/sentence.js";
import { refOf } from "../../domain/track/track-ref.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { AnsweredTrack, UnderstoodPart } from "../../services/sentences/sentence-service.js";
import type { CommandContext } from "../command-context.js";

interface FindOptions {
  readonly limit: string;
  readonly json?: boolean;
}

/** `overtone find`: finds tracks by what a sentence asks for. */
export function findCommand(context: CommandContext): Command {
  return new Command("find")
    .description(
      'Find analysed tracks by words in English or German, such as "calm, no vocals, 80-100 bpm"',
    )
    .argument("<text...>", "what is asked for")
    .option("--limit <tracks>", "maximum number of tracks", `${DEFAULT_PAGE_SIZE}`)
    .option("--json", "print a JSON line for each part of the text, then one for each track")
    .action(async (words: readonly string[], { limit, json = false }: FindOptions) => {
      const text = parseSentenceText(words.join(" "), "text");
      const first = parseCount(limit, {
        ...{ parameter: "limit", defaultValue: DEFAULT_PAGE_SIZE, min: 1, max: MAX_PAGE_SIZE },
      });
      await context.withServices(async ({ sentences }) => {
        const { parts, tracks, totalCount } = await sentences.find(text, first);
        for (const part of parts) context.print((json ? partJsonOf : partRowOf)(part));
        for (const track of tracks) context.print((json ? trackJsonOf : trackRowOf)(track));
        if (!json) context.print(`${tracks.length} of ${totalCount} tracks`);
      });
    });
}

const partRowOf = ({ text, meaning }: UnderstoodPart): string =>
  `${text}: ${meaningTextOf(meaning) ?? "not known, without effect"}`;

const partJsonOf = ({ text, meaning, conditions }: UnderstoodPart): string =>
  JSON.stringify({
    text,
    kind: meaning.kind,
    meaning: meaningTextOf(meaning) ?? null,
    conditions: filterTextsOf(conditions),
  });

function trackRowOf({ track, score, reasons }: AnsweredTrack): string {
  const texts = reasons.map(({ text }) => text).join("; ");
  return `  ${score?.toFixed(2) ?? "    "}  ${track.artist} - ${track.trackName}  (${texts})`;
}

const trackJsonOf = ({ track, score, reasons }: AnsweredTrack): string =>
  JSON.stringify({
    id: refOf(track),
    artist: track.artist,
    trackName: track.trackName,
    score,
    reasons,
  });
