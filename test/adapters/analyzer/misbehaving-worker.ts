import type { MessagePort } from "node:worker_threads";

import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import { measuredAudio } from "../../fakes/measured-audio.js";

/** An analysis thread that behaves as the path of its "file" says. */
function misbehave(port: MessagePort, estimates: object): void {
  const still = { hopSeconds: 1, values: [] };
  const features = {
    durationSeconds: 12.5,
    estimates,
    tempoRivals: [],
    beats: Float64Array.of(0.5, 1),
    downbeats: Float64Array.of(0.5),
    timeline: {
      sections: [],
      loudness: still,
      energy: still,
      tempo: still,
      tempoStability: null,
      localKeys: [],
    },
  };
  const behaviours: Record<string, () => void> = {
    exit: () => process.exit(3),
    throw: () => {
      throw new Error("a bug in the thread");
    },
    reject: () => void Promise.reject(new Error("a forgotten promise")),
    "fill the heap": () => {
      const heap: string[][] = [];
      for (;;) heap.push(Array.from({ length: 10_000 }, (_, at) => `entry ${at}`));
    },
    hang: () => {
      for (;;);
    },
    wait: () => undefined,
    undecodable: () => {
      port.postMessage({ ok: false, kind: "undecodable", reason: "it is a test" });
    },
    unavailable: () => {
      port.postMessage({ ok: false, kind: "unavailable" });
    },
    answer: () => {
      port.postMessage({ ok: true, features });
    },
    "answer, then die": () => {
      port.postMessage({ ok: true, features });
      setImmediate(() => {
        throw new Error("a stray error");
      });
    },
  };
  port.on("message", (audio: EncodedAudio) => {
    if (audio.kind === "file") behaviours[audio.path]?.();
  });
}

/**
 * The function above as a module: plain JavaScript starts in a tenth of the time of TypeScript. The
 * loader of TypeScript has marked the functions in it with their names, by `__name`.
 */
const source = `
  import { parentPort } from "node:worker_threads";
  const __name = (named) => named;
  (${misbehave.toString()})(parentPort, ${JSON.stringify(measuredAudio().estimates)});
`;

export const misbehavingWorkerUrl = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
