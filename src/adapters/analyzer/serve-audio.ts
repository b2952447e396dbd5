import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { parentPort } from "node:worker_threads";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import { openByteReader, type OpenAudio } from "../decoder/open-byte-reader.js";
import { openFileAtOnce } from "../files/open-file.js";
import { failedReplyFrom, type FailedReply } from "./failure-exchange.js";

/**
 * Lets a thread reply to each request with what it reads in audio, or why it cannot. An error other than audio
 * that is undecodable, too long, changed or temporarily unreadable is a bug, and ends the thread.
 *
 * @param read returns the reply; the audio is closed after it
 * @throws {Error} this is no thread
 */
export function serveAudio<Reply>(read: (file: OpenAudio) => Promise<Reply>): void {
  const port = parentPort;
  if (!port) throw new Error("This file is the entry point of a thread.");
  // The compiled codecs also print their errors about damaged audio on the console.
  globalThis.console = new Console(new PassThrough().resume());
  port.on("message", (audio: EncodedAudio) => {
    void replyTo(audio, read).then((reply) => {
      port.postMessage(reply);
    });
  });
}

async function replyTo<Reply>(
  audio: EncodedAudio,
  read: (file: OpenAudio) => Promise<Reply>,
): Promise<Reply | FailedReply> {
  try {
    const file = await openByteReader(audio, openFileAtOnce);
    return await read(file).finally(() => file.close());
  } catch (error) {
    return failedReplyFrom(error);
  }
}
