import { createHash } from "node:crypto";
import { recordingIdFrom } from "../../../domain/track/recording-id.js";
import type { AudioDigest } from "../../../ports/library/audio-digests.js";
import type { ByteReader } from "../../decoder/byte-reader.js";
import { findStreamDigest, piecesOf } from "./stream-digest.js";

/** Begins what is hashed; another number where recordings would get other ids. */
const ID_VERSION = "overtone recording 1\n";

/**
 * Returns the id of the recording in encoded audio, from the digest of its audio stream; where the audio
 * cannot be told from its tags, from a digest of all bytes.
 *
 * @returns `undefined` where there are no bytes
 * @throws {AudioUnavailableError} it temporarily cannot be read
 */
export async function identifyRecording(reader: ByteReader): Promise<AudioDigest | undefined> {
  const stream = await findStreamDigest(reader);
  const { digest, bytes } = stream ?? (await digestOfWhole(reader));
  if (bytes === 0) return undefined;
  const recordingId = recordingIdFrom(sha256(`${ID_VERSION}${digest}\n`));
  return { recordingId, bytes, ...(stream && { digest }) };
}

async function digestOfWhole(reader: ByteReader): Promise<{ digest: string; bytes: number }> {
  const hash = createHash("sha256").update("overtone whole file 1\n");
  let bytes = 0;
  for await (const piece of piecesOf(reader, { start: 0, end: reader.size ?? 0 })) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { digest: hash.digest("hex"), bytes };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
