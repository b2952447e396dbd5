import type { TrackKey } from "../../../../src/domain/track/track-key.js";
import type { SoundTable } from "../../../../src/ports/analysis/sound-catalogue.js";

/** Returns the keys of all tracks of a table, by slot. */
export const trackKeysOf = (table: SoundTable): readonly TrackKey[] =>
  Array.from({ length: table.size }, (_, slot) => table.trackKeyAt(slot));
