import { parentPort } from "node:worker_threads";
import { arrangedLayout } from "./arranged-layout.js";
import type { LikenessReply, LikenessRequest } from "./likeness-exchange.js";
import { PlacedEmbeddings } from "./placed-embeddings.js";

/** The entry point of a thread that computes layouts by likeness. */
const port = parentPort;
if (!port) throw new Error("This file is the entry point of a thread.");

const placed = new PlacedEmbeddings();

function replyTo(request: LikenessRequest): LikenessReply {
  if (request.kind === "arrange") {
    return { kind: "arranged", layout: arrangedLayout(request.embeddings, request.before) };
  }
  return { kind: "placed", places: placed.placesOf(request.layout, request.embeddings) };
}

port.on("message", (request: LikenessRequest) => {
  port.postMessage(replyTo(request));
});
