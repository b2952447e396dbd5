import { Command } from "commander";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseRecordingId } from "../../domain/track/recording-id.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import type { CommandContext } from "../command-context.js";

/** `overtone pin KEY REC`: chooses the recording that a track key answers for. */
export function pinCommand(context: CommandContext): Command {
  return new Command("pin")
    .description("Choose which of the recordings of its name a track key answers for")
    .argument("<track-key>", "the key of the name")
    .argument("[recording]", "the id of one of its recordings (rec:…)")
    .option("--undo", "take the choice back, so that the rule decides again")
    .action((key: string, recording: string | undefined, { undo = false }: PinOptions) =>
      pin(context, key, recording, undo),
    );
}

interface PinOptions {
  readonly undo?: boolean;
}

/** @throws {InvalidInputError} both a recording and `--undo` are given, or neither; an id is malformed */
async function pin(
  context: CommandContext,
  key: string,
  recording: string | undefined,
  isUndone: boolean,
): Promise<void> {
  const trackKey = parseTrackKey(key, "track-key");
  if (isUndone === (recording !== undefined)) {
    throw new InvalidInputError("recording", "or --undo must be given, and not both");
  }
  const recordingId =
    recording === undefined ? undefined : parseRecordingId(recording, "recording");
  await context.withServices(async ({ recordings }) => {
    const answer = await (recordingId
      ? recordings.pin(trackKey, recordingId)
      : recordings.unpin(trackKey));
    context.print(
      answer
        ? `${answer.artist} - ${answer.trackName} answers for ${answer.recordingId} now.`
        : "The name has no analysed recording now.",
    );
  });
}
