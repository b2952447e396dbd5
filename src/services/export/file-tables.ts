import type { TableFormat } from "../../domain/export/export-format.js";
import type { ExportDescription, ExportedTracks } from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** Encodes tables of analysed files that are in no library. */
export class FileTables {
  constructor(
    private readonly needs: {
      readonly formats: readonly TrackFormat[];
      /** Name and version of the program, e.g. "Overtone 0.1.0". */
      readonly software: string;
      readonly clock: Clock;
    },
  ) {}

  /** Encodes tracks as fast as the content is read. */
  encode(
    tracks: ExportedTracks,
    name: TableFormat,
    described: Pick<ExportDescription, "hasByteOrderMark"> = {},
  ): AsyncIterable<Uint8Array> {
    const { formats, software, clock } = this.needs;
    const format = formats.find((known) => known.name === name);
    if (format === undefined) throw new Error(`No format is named ${name}.`);
    return format.encode(tracks, {
      ...described,
      ...{ title: software, software, createdAt: clock.now() },
    });
  }
}
