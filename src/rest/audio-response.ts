import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { RangeNotSatisfiableError } from "../domain/errors/request-errors.js";
import { matchesEntityTag } from "../http/entity-tag.js";
import type { Services } from "../services/services.js";
import { type EventLoopUtilization, performance } from "perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** The longest pause between two parts, milliseconds. */
const MAX_PAUSE_MILLISECONDS = 50;

const ofThisThread: Pauses = {
  utilization: () => performance.eventLoopUtilization(),
  pause: (milliseconds) => sleep(milliseconds),
};

type Audio = Awaited<ReturnType<Services["library"]["openAudio"]>>;

/** A client that takes no byte for so long is disconnected. */
const SILENCE_MILLISECONDS = 60_000;

/**
 * Sends audio from a file, a part at a time and giving way to other requests, or the range of it that a client requests; nothing but 304 where the
 * client has it already. Requests for several ranges get the whole. A header says which part of the file is the track,
 * where that is not the whole. Closes the audio.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, sections 13.1 and 14.
 *
 * @param options.mediaType by default the one that the audio is recognised as
 * @throws {RangeNotSatisfiableError} the range begins behind the end
 */
export async function sendAudio(
  audio: Audio,
  request: Request<object>,
  response: Response,
  { mediaType = audio.mediaType }: { readonly mediaType?: string } = {},
): Promise<void> {
  try {
    const { sizeBytes } = audio;
    const entityTag = `"${audio.fingerprint.slice(0, 32)}-${audio.modifiedAt.toString(36)}"`;
    response.set({ ETag: entityTag, "Accept-Ranges": "bytes", ...trackHeaderOf(audio) });
    if (matchesEntityTag(request.get("If-None-Match"), entityTag)) {
      response.status(304).end();
      return;
    }
    const range = requestedRange(request, entityTag, sizeBytes);
    const { start, end } = range ?? { start: 0, end: sizeBytes };
    response.type(mediaType).set("Content-Length", String(end - start));
    if (range) {
      response.status(206).set("Content-Range", `bytes ${start}-${end - 1}/${sizeBytes}`);
    }
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    response.setTimeout(SILENCE_MILLISECONDS, () => response.destroy());
    await pipeline(givingWay(audio.read(start, end)), response);
  } finally {
    await audio.close();
  }
}

/** Returns the header that says which part of the file is the track; none where that is the whole. */
function trackHeaderOf({ range }: Audio): Readonly<Record<string, string>> {
  return range ? { "Overtone-Track-Frames": `${range.startFrame}-${range.endFrame ?? ""}` } : {};
}

interface ByteRange {
  readonly start: number;
  /** Behind the last byte. */
  readonly end: number;
}

/**
 * Returns the range to send; `undefined` for the whole: where none is requested, the client has a part of other
 * content, or the request is for several ranges or is malformed.
 *
 * @throws {RangeNotSatisfiableError} the range begins behind the end, or is empty
 */
function requestedRange(
  request: Request<object>,
  entityTag: string,
  sizeBytes: number,
): ByteRange | undefined {
  const isSame = (request.get("If-Range") ?? entityTag) === entityTag;
  const parts = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/i.exec(request.get("Range") ?? "");
  if (!parts || !isSame || request.method !== "GET") return undefined;
  const [, first = "", last = ""] = parts;
  if (first === "" && last === "") return undefined;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? sizeBytes : Math.min(sizeBytes, Number(last) + 1);
  if (start < end) return { start, end };
  throw new RangeNotSatisfiableError(sizeBytes);
}

/** What sending waits with; this thread's event loop and clock by default. */
export interface Pauses {
  readonly utilization: () => Pick<EventLoopUtilization, "active">;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Passes parts on, and pauses after each for as long as the event loop was busy since the one before: sending a long
 * response takes at most half of the time of the event loop, and less where there are other requests. Where the
 * receiver is the slower one, the event loop is idle meanwhile, and pauses are short.
 */
export async function* givingWay(
  parts: AsyncIterable<Uint8Array>,
  { utilization, pause }: Pauses = ofThisThread,
): AsyncGenerator<Uint8Array> {
  let { active } = utilization();
  for await (const part of parts) {
    yield part;
    const busy = utilization().active - active;
    await pause(Math.min(MAX_PAUSE_MILLISECONDS, busy));
    ({ active } = utilization());
  }
}
