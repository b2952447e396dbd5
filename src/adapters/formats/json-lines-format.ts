import { exportColumnsOf } from "../../domain/export/export-columns.js";
import type { ExportDescription, ExportedTracks } from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { utf8Bytes } from "./utf8-bytes.js";

/** A JSON object for each track on a line of its own, with the members that the tables have as columns. */
export const jsonLinesFormat: TrackFormat = {
  name: "jsonl",
  needsFiles: false,
  needsTimes: false,
  needsCount: false,
  encode: (tracks, description) => utf8Bytes(objects(tracks, description)),
};

async function* objects(
  { pages }: ExportedTracks,
  { software }: ExportDescription,
): AsyncGenerator<string> {
  const columns = exportColumnsOf(software);
  for await (const page of pages) {
    const rows = page.map((track) => {
      const members = columns.map(({ name, type, valueOf }) => {
        const value = valueOf(track);
        const isTime = type === "time" && value !== null;
        return [name, isTime ? new Date(Number(value)).toISOString() : value] as const;
      });
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    });
    yield rows.join("");
  }
}
