import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { WorkerService } from "../../services/workers/worker-service.js";

type Audio = Awaited<ReturnType<WorkerService["openAudio"]>>;

/** A client that takes no byte for so long is disconnected. */
const SILENCE_MILLISECONDS = 60_000;

/**
 * Sends audio from a file, a part at a time, or the rest of it to a client that has the beginning.
 * Of the ranges only those to the end are supported; others get the whole.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, sections 13.1.5 and 14.
 */
export async function sendAudio(
  audio: Audio,
  request: Request<object>,
  response: Response,
): Promise<void> {
  const { sizeBytes } = audio;
  const entityTag = `"${audio.fingerprint.slice(0, 32)}-${audio.modifiedAt.toString(36)}"`;
  const start = requestedStart(request, entityTag, sizeBytes);
  response.type("application/octet-stream").set({
    ETag: entityTag,
    "Accept-Ranges": "bytes",
    "Content-Length": String(sizeBytes - start),
  });
  if (start > 0) {
    response.status(206).set("Content-Range", `bytes ${start}-${sizeBytes - 1}/${sizeBytes}`);
  }
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  response.setTimeout(SILENCE_MILLISECONDS, () => response.destroy());
  await pipeline(audio.read(start), response);
}

/** Returns the first byte to send: 0 unless the client has the beginning of the same content. */
function requestedStart(request: Request<object>, entityTag: string, sizeBytes: number): number {
  const start = Number(/^bytes=([0-9]{1,15})-$/.exec(request.get("Range") ?? "")?.[1] ?? 0);
  const isSame = (request.get("If-Range") ?? entityTag) === entityTag;
  return isSame && start < sizeBytes ? start : 0;
}
