import type { RecordingId } from "../../../../src/domain/track/recording-id.js";
import type { SoundTable } from "../../../../src/ports/analysis/sound-catalogue.js";

/** Returns the recordings of a table, by slot. */
export const recordingsOf = (table: SoundTable): readonly RecordingId[] =>
  Array.from({ length: table.size }, (_, slot) => table.recordingIdAt(slot));
