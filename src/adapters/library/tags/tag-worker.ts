import { parentPort } from "node:worker_threads";

import { ConfinedOpener } from "../../files/confined-opener.js";
import { findEmbeddedCover, findEmbeddedTags } from "./embedded-tags.js";
import { readScannedFile } from "./scanned-file.js";
import type { FileReading, TagReply, TagRequest } from "./tag-exchange.js";

/** The entry point of a tag thread: sends one reply to each request. */
const port = parentPort;
if (!port) throw new Error("This file is the entry point of a thread.");

port.on("message", (request: TagRequest) => {
  void replyTo(request).then((reply) => {
    port.postMessage(reply);
  });
});

async function replyTo(request: TagRequest): Promise<TagReply> {
  switch (request.wanted) {
    case "cover": {
      const cover = await findEmbeddedCover(request.file);
      // Copied, because the picture is part of a larger buffer.
      return cover ? { cover: { ...cover, bytes: Uint8Array.from(cover.bytes) } } : {};
    }
    case "tags": {
      const tags = await findEmbeddedTags(request.file);
      return tags ? { tags } : {};
    }
    case "files":
    case "files without tags": {
      const files: FileReading[] = [];
      const opener = new ConfinedOpener();
      for (const file of request.files) {
        files.push(await readScannedFile(file, request.wanted === "files", opener));
      }
      return { files };
    }
  }
}
