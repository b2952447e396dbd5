import type { ExportFormat } from "../../domain/export/export-format.js";
import type { ExportDescription, ExportedTracks } from "../../domain/export/exported-track.js";

/** Encodes tracks in a file format. */
export interface TrackFormat {
  readonly name: ExportFormat;
  /** Whether it lists files: tracks without a file on this machine are then left out. */
  readonly needsFiles: boolean;
  /** Whether it contains the beats and sections of tracks. */
  readonly needsTimes: boolean;
  /** Whether it begins with the number of tracks. */
  readonly needsCount: boolean;

  /**
   * Encodes tracks, a part at a time, so that the memory that it takes does not depend on their
   * number. Ending the iteration ends that of the tracks.
   */
  encode(tracks: ExportedTracks, description: ExportDescription): AsyncIterable<Uint8Array>;
}
