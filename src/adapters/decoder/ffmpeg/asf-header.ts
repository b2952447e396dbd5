import type { ByteReader } from "../byte-reader.js";

/** Maximum number of objects in a header; real files have about a dozen. */
const MAX_OBJECT_COUNT = 100;
/** Length of the header object's identifier, size, count of objects and two reserved bytes. */
const HEADER_START = 30;
const FILE_PROPERTIES_ID = "a1dcab8c47a9cf118ee400c00c205365";
const FILE_PROPERTIES_BYTES = 104;
const STREAM_PROPERTIES_ID = "9107dcb7b7a9cf118ee600c00c205365";
const AUDIO_STREAM_ID = "409e69f84d5bcf11a8fd00805f5c442b";

/**
 * Reads the length of the sound of an ASF file (WMA) by its header; the file itself may be shorter.
 *
 * @returns seconds, or `undefined` where it states none, as in a broadcast, or where the file has pictures
 * that may be longer
 *
 * Source: Microsoft, "Advanced Systems Format (ASF) Specification", revision 01.20.05, 3.2 and 3.3.
 */
export async function readAsfSeconds(reader: ByteReader): Promise<number | undefined> {
  let seconds: number | undefined;
  let start = HEADER_START;
  for (let object = 0; object < MAX_OBJECT_COUNT; object += 1) {
    await reader.seek(start);
    const bytes = await reader.read(FILE_PROPERTIES_BYTES);
    if (bytes.length < 24) break;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const id = hexOf(bytes, 0);
    if (id === FILE_PROPERTIES_ID && bytes.length === FILE_PROPERTIES_BYTES) {
      seconds = secondsIn(view);
    }
    if (id === STREAM_PROPERTIES_ID && hexOf(bytes, 24) !== AUDIO_STREAM_ID) return undefined;
    start += Number(view.getBigUint64(16, true));
  }
  return seconds;
}

/** Returns the identifier of 16 bytes at a position, hexadecimal. */
const hexOf = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.subarray(at, at + 16)).toString("hex");

/** Returns the play duration, which is in units of 100 ns and includes the preroll, in ms. */
function secondsIn(fileProperties: DataView): number | undefined {
  const isBroadcast = (fileProperties.getUint32(88, true) & 1) === 1;
  const playSeconds = Number(fileProperties.getBigUint64(64, true)) / 1e7;
  const prerollSeconds = Number(fileProperties.getBigUint64(80, true)) / 1e3;
  return isBroadcast ? undefined : Math.max(0, playSeconds - prerollSeconds);
}
