import type { ByteReader } from "../byte-reader.js";

/** Maximum number of objects in a header; real files have about a dozen. */
const MAX_OBJECT_COUNT = 100;
/** Length of the header object's identifier, size, count of objects and two reserved bytes. */
const HEADER_START = 30;
const FILE_PROPERTIES_ID = "a1dcab8c47a9cf118ee400c00c205365";
const FILE_PROPERTIES_BYTES = 104;

/**
 * Reads the duration in the header of an ASF file (WMA); the file itself may be shorter.
 *
 * @returns seconds, or 0 where it states none, as in a broadcast
 *
 * Source: Microsoft, "Advanced Systems Format (ASF) Specification", revision 01.20.05, 3.2.
 */
export async function readAsfSeconds(reader: ByteReader): Promise<number> {
  let start = HEADER_START;
  for (let object = 0; object < MAX_OBJECT_COUNT; object += 1) {
    await reader.seek(start);
    const bytes = await reader.read(FILE_PROPERTIES_BYTES);
    if (bytes.length < 24) break;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const id = Buffer.from(bytes.subarray(0, 16)).toString("hex");
    if (id === FILE_PROPERTIES_ID && bytes.length === FILE_PROPERTIES_BYTES) return secondsIn(view);
    start += Number(view.getBigUint64(16, true));
  }
  return 0;
}

/** Returns the play duration, which is in units of 100 ns and includes the preroll, in ms. */
function secondsIn(fileProperties: DataView): number {
  const isBroadcast = (fileProperties.getUint32(88, true) & 1) === 1;
  const playSeconds = Number(fileProperties.getBigUint64(64, true)) / 1e7;
  const prerollSeconds = Number(fileProperties.getBigUint64(80, true)) / 1e3;
  return isBroadcast ? 0 : Math.max(0, playSeconds - prerollSeconds);
}
