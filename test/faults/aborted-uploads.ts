import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../signals/random.js";

/** The target and content of aborted uploads. */
export interface AbortedUploads {
  /** The server, e.g. "http://127.0.0.1:4000". */
  readonly url: string;
  /** A key with the scope write. */
  readonly token: string;
  /** The file of every upload. */
  readonly file: Uint8Array;
  /** How many uploads, half of them forms, >= 0. */
  readonly count: number;
  /** Uploads with the same seed are aborted at the same bytes in the same order. */
  readonly seed: number;
  /** How many at once; 16 by default. */
  readonly concurrency?: number;
}

/** Maximum wait between two pieces of an upload. */
const MAX_PAUSE_MILLISECONDS = 20;

const MAX_PIECES = 4;

/** Maximum time to the response to a complete request. */
const MAX_ANSWER_MILLISECONDS = 10_000;

/**
 * Sends uploads and ends their connections at random moments: within the head of the request,
 * between it and the first part of a form, within a part's head, the file or what follows it, or
 * after the last byte. Resolves when all connections are closed.
 */
export async function abortUploads(uploads: AbortedUploads): Promise<void> {
  const random = seededRandom(uploads.seed);
  const fraction = (): number => (random() + 1) / 2;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < uploads.count) {
      const parts = next++ % 2 === 0 ? formParts(uploads) : rawParts(uploads);
      const sent = cutOff(parts, fraction);
      await abortOne(new URL(uploads.url), sent, fraction);
    }
  };
  await Promise.all(Array.from({ length: uploads.concurrency ?? 16 }, work));
}

/** The parts of a request, between which a client may disconnect. */
type Parts = readonly Buffer[];

function formParts({ token, file }: AbortedUploads): Parts {
  const head = Buffer.from(
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n',
  );
  const tail = Buffer.from(
    '\r\n--cut\r\nContent-Disposition: form-data; name="artist"\r\n\r\nA\r\n--cut--\r\n',
  );
  const length = head.length + file.length + tail.length;
  const type = "multipart/form-data; boundary=cut";
  return [...requestHead(token, type, length), head, Buffer.from(file), tail];
}

function rawParts({ token, file }: AbortedUploads): Parts {
  return [...requestHead(token, "audio/wav", file.length), Buffer.from(file)];
}

/** Returns the head in two parts, so that an abort right after it is likely. */
function requestHead(token: string, type: string, length: number): Parts {
  const lines = [
    "POST /api/audio/analysis?artist=A&track=B HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ];
  return [Buffer.from(`${lines.join("\r\n")}\r\n`), Buffer.from("\r\n")];
}

/**
 * Returns the part of a request that is sent: some whole parts, and in half of the cases a piece of
 * the next.
 */
function cutOff(parts: Parts, fraction: () => number): Buffer {
  const whole = Math.floor(fraction() * (parts.length + 1));
  const next = parts[whole] ?? Buffer.alloc(0);
  const pieceLength = fraction() < 0.5 ? 0 : Math.floor(fraction() * next.length);
  return Buffer.concat([...parts.slice(0, whole), next.subarray(0, pieceLength)]);
}

async function abortOne(url: URL, sent: Buffer, fraction: () => number): Promise<void> {
  const pieces = 1 + Math.floor(fraction() * MAX_PIECES);
  const pauses = Array.from({ length: pieces }, () => fraction() * MAX_PAUSE_MILLISECONDS);
  const isReset = fraction() < 0.5;
  const socket = connect(Number(url.port), url.hostname);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined).resume();
  socket.setTimeout(MAX_ANSWER_MILLISECONDS, () => socket.destroy());
  for (const [index, milliseconds] of pauses.entries()) {
    const from = Math.floor((index * sent.length) / pieces);
    const to = Math.floor(((index + 1) * sent.length) / pieces);
    await written(socket, sent.subarray(from, to));
    await pause(milliseconds);
  }
  if (isReset) socket.resetAndDestroy();
  else socket.destroy();
  await closed;
}

function written(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || bytes.length === 0) resolve();
    else socket.write(bytes, () => resolve());
  });
}
