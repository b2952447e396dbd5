import type { MessagePort } from "node:worker_threads";

import type { AudioAnalysis } from "../../../src/domain/analysis/analysis.js";
import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";
import { EMPTY_FINGERPRINT } from "../../../src/domain/fingerprint/fingerprint-text.js";
import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import { measuredAudio } from "../../fakes/measured-audio.js";

/** An analysis thread that behaves as the path of its "file" says. */
function misbehave(port: MessagePort, analysis: object): void {
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
      port.postMessage({ ok: true, analysis, warnings: ["may be cut off"] });
    },
    "answer, then die": () => {
      port.postMessage({ ok: true, analysis, warnings: ["may be cut off"] });
      setImmediate(() => {
        throw new Error("a stray error");
      });
    },
  };
  port.on("message", (audio: EncodedAudio) => {
    if (audio.kind === "file") behaviours[audio.path]?.();
  });
}

const answered: AudioAnalysis = {
  ...measuredAudio({ durationSeconds: 12.5, beats: [0.5, 1] }),
  timeline: emptyTimeline,
  fingerprint: EMPTY_FINGERPRINT,
};

/**
 * The function above as a module: plain JavaScript starts in a tenth of the time of TypeScript. The
 * loader of TypeScript has marked the functions in it with their names, by `__name`.
 */
const source = `
  import { parentPort } from "node:worker_threads";
  const __name = (named) => named;
  (${misbehave.toString()})(parentPort, ${JSON.stringify(answered)});
`;

export const misbehavingWorkerUrl = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
