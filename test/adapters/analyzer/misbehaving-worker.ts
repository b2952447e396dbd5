import { parentPort } from "node:worker_threads";

import type { EncodedAudio } from "../../../src/ports/audio-source.js";

/** An analysis thread that does what the path of its "file" says. */
parentPort!.on("message", (audio: EncodedAudio) => {
  const wish = audio.kind === "file" ? audio.path : "";
  switch (wish) {
    case "exit":
      process.exit(3);
      break;
    case "throw":
      throw new Error("a bug in the thread");
    case "reject":
      void Promise.reject(new Error("a forgotten promise"));
      break;
    case "fill the heap": {
      const heap: string[][] = [];
      for (;;) heap.push(Array.from({ length: 10_000 }, (_, at) => `entry ${at}`));
    }
     
    case "hang":
      for (;;);
     
    case "wait":
      break;
    case "undecodable":
      parentPort!.postMessage({ ok: false, reason: "it is a test" });
      break;
    case "answer, then die":
      parentPort!.postMessage({ ok: true, features: features() });
      setImmediate(() => {
        throw new Error("a stray error");
      });
      break;
    default:
      parentPort!.postMessage({ ok: true, features: features() });
  }
});

function features(): object {
  return {
    durationSeconds: 12.5,
    estimates: {},
    tempoRivals: [],
    beats: Float64Array.of(0.5, 1),
    downbeats: Float64Array.of(0.5),
  };
}
