import { parentPort } from "node:worker_threads";

import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  AudioUnavailableError,
} from "../../../domain/errors/availability-errors.js";
import { openByteReader } from "../../decoder/open-byte-reader.js";
import { openFileAtOnce } from "../../files/open-file.js";
import type { DigestReply, DigestRequest } from "./digest-exchange.js";
import { IdentifyingReader } from "./identifying-reader.js";

/** The entry point of a digest thread: sends one reply to each request. */
const port = parentPort;
if (!port) throw new Error("This file is the entry point of a thread.");

port.on("message", (request: DigestRequest) => {
  void replyTo(request).then((reply) => {
    port.postMessage(reply);
  });
});

async function replyTo(request: DigestRequest): Promise<DigestReply> {
  try {
    const opened = await openByteReader(request, openFileAtOnce);
    try {
      const found = await (await IdentifyingReader.over(opened)).identify();
      await opened.checkUnchanged();
      return { ok: true, found };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof AudioUnavailableError) return { ok: false, kind: "unavailable" };
    if (error instanceof AudioChangedError) return { ok: false, kind: "changed" };
    if (error instanceof AudioUndecodableError) {
      return { ok: false, kind: "unreadable", reason: String(error.facts["reason"]) };
    }
    throw error;
  }
}
