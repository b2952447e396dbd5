import { Command } from "commander";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import type { NameSuggestion } from "../../services/identification/suggestion-service.js";
import type { CommandContext } from "../command-context.js";

/** `overtone suggest RECORDING`: shows names that a recording may have. */
export function suggestCommand(context: CommandContext): Command {
  return new Command("suggest")
    .description(
      "Suggest names of a recording by its sound: those of the library, and of AcoustID where its key is set",
    )
    .argument("<recording>", "the id of a recording (rec:…)")
    .option("--json", "print a JSON line per name")
    .action(async (recording: string, { json = false }: { readonly json?: boolean }) => {
      const recordingId = parseRecordingId(recording, "recording");
      await context.withServices(async ({ suggestions }) => {
        const suggested = await suggestions.suggest(recordingId, context.signal);
        const { sources, unavailableProviders } = suggested;
        for (const name of suggested.suggestions) context.print(json ? jsonOf(name) : rowOf(name));
        const others = sources.length === 1 ? "; AcoustID was not asked" : "";
        if (!json && suggested.suggestions.length === 0) context.print(`no other name${others}`);
        for (const name of unavailableProviders) context.printError(`${name} is unavailable`);
      });
    });
}

function jsonOf({ source, score, soundId, track }: NameSuggestion): string {
  const { artist, trackName, album, recordingId, musicbrainzId } = track;
  return JSON.stringify({
    ...{ source, score, artist, trackName },
    album: album ?? null,
    recordingId: recordingId ?? null,
    musicbrainzId: musicbrainzId ?? null,
    acoustId: soundId ?? null,
  });
}

const rowOf = ({ source, score, track }: NameSuggestion): string =>
  `  ${score.toFixed(2)}  ${source}  ${track.artist} - ${track.trackName}`;
