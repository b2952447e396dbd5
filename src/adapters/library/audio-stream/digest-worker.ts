import { parentPort } from "node:worker_threads";

import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../../domain/errors/availability-errors.js";
import { openByteReader } from "../../decoder/open-byte-reader.js";
import type { DigestReply, DigestRequest } from "./digest-exchange.js";
import { findStreamDigest } from "./stream-digest.js";

/** The entry point of a digest thread: sends one reply to each request. */
const port = parentPort;
if (!port) throw new Error("This file is the entry point of a thread.");

port.on("message", (request: DigestRequest) => {
  void replyTo(request).then((reply) => {
    port.postMessage(reply);
  });
});

async function replyTo({ path }: DigestRequest): Promise<DigestReply> {
  try {
    const reader = await openByteReader({ kind: "file", path });
    return { ok: true, found: await findStreamDigest(reader).finally(() => reader.close()) };
  } catch (error) {
    if (error instanceof AudioUnavailableError) return { ok: false, kind: "unavailable" };
    if (error instanceof AudioUndecodableError) {
      return { ok: false, kind: "unreadable", reason: String(error.facts["reason"]) };
    }
    throw error;
  }
}
