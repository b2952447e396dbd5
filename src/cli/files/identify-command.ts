import { resolve } from "node:path";
import { Command } from "commander";
import type {
  IdentifiedAudio,
  IdentifiedTrack,
} from "../../services/identification/identification-service.js";
import type { CommandContext } from "../command-context.js";
import { printFileFailure } from "../failure-report.js";
import { orderedOutcomes } from "./ordered-outcomes.js";

type Outcome =
  | { readonly file: string; readonly identified: IdentifiedAudio }
  | { readonly file: string; readonly error: unknown };

/** `overtone identify FILE…`: finds which recordings of the library files or excerpts are. */
export function identifyCommand(context: CommandContext): Command {
  return new Command("identify")
    .description("Find which analysed recordings files are, or are excerpts of, by their sound")
    .argument("<file...>", "audio files of any length from 5 seconds on, named or not")
    .option("--json", "print one JSON line per file")
    .action(async (files: readonly string[], { json }: { readonly json?: true }) => {
      await context.withServices(async ({ identification }) => {
        const work = async (file: string): Promise<Outcome> => {
          const audio = { kind: "file", path: resolve(file) } as const;
          return identification.identify(audio, context.signal).then(
            (identified) => ({ file, identified }),
            (error: unknown) => ({ file, error }),
          );
        };
        const outcomes = orderedOutcomes(files, context, { what: "Identifying", work });
        for await (const outcome of outcomes) print(context, outcome, json === true);
      });
    });
}

function print(context: CommandContext, outcome: Outcome, isJson: boolean): void {
  const { file } = outcome;
  if ("error" in outcome) {
    const { code, message } = printFileFailure(context, file, outcome.error);
    if (isJson) context.print(JSON.stringify({ file, error: { code, message } }));
    return;
  }
  const { heardSeconds, isCompared } = outcome.identified;
  const matches = outcome.identified.matches.map(shownMatch);
  if (isJson) {
    return context.print(JSON.stringify({ file, heardSeconds, isCompared, matches }));
  }
  const nothing = isCompared ? NOTHING : TOO_LITTLE;
  context.print(file, ...(matches.length > 0 ? matches.map(rowOf) : [nothing]));
}

const NOTHING = "  nothing";
const TOO_LITTLE = "  nothing: 5 s of changing sound are needed";

const shownMatch = ({ recordingId, score, offsetSeconds, track }: IdentifiedTrack) => ({
  recordingId,
  artist: track.artist,
  trackName: track.trackName,
  trackKey: track.trackKey,
  score,
  offsetSeconds,
});

const rowOf = (match: ReturnType<typeof shownMatch>): string => {
  const { recordingId, artist, trackName, score, offsetSeconds } = match;
  const at = `at ${offsetSeconds.toFixed(1)} s`.padStart(12);
  return `  ${score.toFixed(2)}  ${at}  ${recordingId}  ${artist} - ${trackName}`;
};
