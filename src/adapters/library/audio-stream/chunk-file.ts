import type { ByteRange, ByteReader } from "../../decoder/byte-reader.js";
import type { AudioLayout } from "./audio-part.js";

/** Maximum number of chunks that are read; real files have about ten. */
const MAX_CHUNK_COUNT = 10_000;
/** Maximum length of the description of the samples, bytes; real ones have up to 40. */
const MAX_DESCRIPTION_BYTES = 4_096;
const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** A chunk of a WAV or AIFF file; its positions are those of its content, without header and padding. */
export interface Chunk extends ByteRange {
  readonly id: string;
  /** Stated length of the content, bytes, which the file may not have. */
  readonly statedBytes: number;
}

/** The chunks of a WAV or AIFF file, in their order. */
export interface ChunkFile {
  readonly kind: "wav" | "aiff";
  /** "RIFF", "RIFX", "RF64", "BW64" or "FORM". */
  readonly magic: string;
  /** The order of bytes in its lengths. */
  readonly isLittleEndian: boolean;
  readonly chunks: readonly Chunk[];
}

/** Returns the chunks of a WAV or AIFF file whose first bytes have been recognised, or `undefined` where there are too many. */
export async function findChunks(
  reader: ByteReader,
  kind: ChunkFile["kind"],
): Promise<ChunkFile | undefined> {
  await reader.seek(0);
  const fileBytes = reader.size ?? 0;
  const magic = Buffer.from(await reader.read(4)).toString("latin1");
  const isLittleEndian = kind === "wav" && magic !== "RIFX";
  const chunks: Chunk[] = [];
  let largeDataBytes: number | undefined;
  for (let at = FILE_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= fileBytes;) {
    if (chunks.length === MAX_CHUNK_COUNT) return undefined;
    await reader.seek(at);
    const header = Buffer.from(await reader.read(CHUNK_HEADER_BYTES));
    if (header.length < CHUNK_HEADER_BYTES) break;
    const id = header.toString("latin1", 0, 4);
    const start = at + CHUNK_HEADER_BYTES;
    if (id === "ds64") largeDataBytes = dataBytesFrom(Buffer.from(await reader.read(16)));
    const stated = isLittleEndian ? header.readUInt32LE(4) : header.readUInt32BE(4);
    const isLarge = id === "data" && stated === 0xffff_ffff && largeDataBytes !== undefined;
    const statedBytes = isLarge ? (largeDataBytes ?? stated) : stated;
    chunks.push({ id, statedBytes, start, end: Math.min(start + statedBytes, fileBytes) });
    at = start + statedBytes + (statedBytes % 2);
  }
  return { kind, magic, isLittleEndian, chunks };
}

/** Returns where the samples of a WAV or AIFF file are, or `undefined` where it has none or several parts of them. */
export async function findChunkLayout(
  reader: ByteReader,
  kind: ChunkFile["kind"],
): Promise<AudioLayout | undefined> {
  const file = await findChunks(reader, kind);
  if (!file) return undefined;
  const [formatId, samplesId] = kind === "wav" ? ["fmt ", "data"] : ["COMM", "SSND"];
  const formats = file.chunks.filter(({ id }) => id === formatId);
  const samples = file.chunks.filter(({ id }) => id === samplesId);
  const [format] = formats;
  const [sound] = samples;
  if (!format || !sound || formats.length > 1 || samples.length > 1) return undefined;
  const formatBytes = format.end - format.start;
  if (formatBytes !== format.statedBytes || formatBytes > MAX_DESCRIPTION_BYTES) return undefined;
  await reader.seek(format.start);
  const description = await reader.read(formatBytes);
  // Where the file is cut, or was written to a pipe, what follows may be samples or a tag.
  const isWhole = sound.end - sound.start === sound.statedBytes && sound.statedBytes > 0;
  if (!isWhole) return undefined;
  // The same bytes are other samples with the other order.
  const name = file.magic === "RIFX" ? "rifx" : kind;
  return { format: name, description, ranges: [sound], facts: await channelFacts(reader, file) };
}

/** Returns the layout of the channels of an AIFF file; a WAV file has it in its chunk `fmt `. */
async function channelFacts(reader: ByteReader, { kind, chunks }: ChunkFile): Promise<string> {
  const layout = chunks.find(({ id }) => id === "CHAN");
  if (kind !== "aiff" || !layout) return "";
  await reader.seek(layout.start);
  const bytes = await reader.read(Math.min(layout.end - layout.start, MAX_DESCRIPTION_BYTES));
  return `channels ${Buffer.from(bytes).toString("hex")}`;
}

/** Returns the length of the samples that the chunk `ds64` states, or `undefined` where it is too short. */
function dataBytesFrom(content: Buffer): number | undefined {
  if (content.length < 16) return undefined;
  const byteLength = content.readBigUInt64LE(8);
  return byteLength > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(byteLength);
}
