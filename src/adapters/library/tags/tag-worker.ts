import { parentPort } from "node:worker_threads";

import { findEmbeddedCover, findEmbeddedTags } from "./embedded-tags.js";
import type { TagReply, TagRequest } from "./tag-exchange.js";

/** The entry point of a tag thread: sends one reply to each request. */
const port = parentPort;
if (!port) throw new Error("This file is the entry point of a thread.");

port.on("message", (request: TagRequest) => {
  void replyTo(request).then((reply) => {
    port.postMessage(reply);
  });
});

async function replyTo({ wanted, path }: TagRequest): Promise<TagReply> {
  if (wanted === "cover") {
    const cover = await findEmbeddedCover(path);
    // Copied, because the picture is part of a larger buffer.
    return cover ? { cover: { ...cover, bytes: Uint8Array.from(cover.bytes) } } : {};
  }
  const tags = await findEmbeddedTags(path);
  return tags ? { tags } : {};
}
