import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../src/config/config.js";
import { openServer } from "../../src/server/server.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { offline } from "../application/offline.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { InProcessTagReader } from "../fakes/in-process-readers.js";
import { wavBytes } from "../signals/encoded/wav-bytes.js";
import { chromiumPath, openBrowser } from "../tools/chromium.js";
import { visit } from "../web/visit.js";
import { quantile } from "./quantile.js";

const TRACKS = 9;
const TRACK_SECONDS = 4;
const SAMPLE_RATE = 44_100;

/** What is below it for longer than a millisecond is silence: a tone of 440 Hz crosses it in a fiftieth of that. */
const SILENCE = 0.01;
const MIN_GAP_FRAMES = SAMPLE_RATE / 1000;

/** Measures silence between sounds in the thread that renders audio, to the sample. */
const RECORDER = `
  registerProcessor("gaps", class extends AudioWorkletProcessor {
    #sounding = 0;
    #silent = 0;
    process([input]) {
      const samples = input[0] ?? new Float32Array(128);
      for (const sample of samples) {
        if (Math.abs(sample) < ${SILENCE}) {
          this.#silent += 1;
          continue;
        }
        if (this.#silent > ${MIN_GAP_FRAMES} && this.#sounding > 0) this.port.postMessage({ gap: this.#silent });
        else this.#sounding += this.#silent;
        this.#silent = 0;
        this.#sounding += 1;
      }
      if (this.#silent >= ${SAMPLE_RATE} && this.#sounding > 0) {
        this.port.postMessage({ sounding: this.#sounding });
        this.#sounding = 0;
      }
      return true;
    }
  });`;

/** Leads what the page's player sounds through the recorder, in place of the device. */
const RECORD_PLAYER = `
  globalThis.AudioContext = class extends AudioContext {
    constructor(options) {
      super({ ...options, sampleRate: ${SAMPLE_RATE} });
    }
  };
  globalThis.gaps = [];
  globalThis.sounding = null;
  const module = URL.createObjectURL(new Blob([${JSON.stringify(RECORDER)}], { type: "text/javascript" }));
  const { addModule } = AudioWorklet.prototype;
  AudioWorklet.prototype.addModule = async function (url) {
    await addModule.call(this, module);
    await addModule.call(this, url);
  };
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (target, ...places) {
    if (!(target instanceof AudioDestinationNode)) return connect.call(this, target, ...places);
    const node = new AudioWorkletNode(this.context, "gaps");
    node.port.onmessage = ({ data }) => {
      if (data.gap !== undefined) gaps.push(data.gap);
      else globalThis.sounding = data.sounding;
    };
    connect.call(node, target);
    connect.call(this, node);
    return target;
  };`;

/**
 * Measures the silence between tracks that follow each other in the page's player: tones that begin and end with full sound, as
 * Chromium renders them. Needs Chromium.
 */
export async function benchGapless(): Promise<void> {
  if (!chromiumPath) {
    console.log("Gapless: no Chromium to measure it in.");
    return;
  }
  const data = await mkdtemp(join(tmpdir(), "overtone-gapless-bench-"));
  const browser = await openBrowser();
  const folder = await musicFolder(
    Object.fromEntries(
      Array.from({ length: TRACKS }, (_, place) => [
        `Tones - Tone ${String(place + 1)}.wav`,
        wavBytes({ channels: [tone(440 + place)], sampleRate: SAMPLE_RATE }),
      ]),
    ),
  );
  const settings = { ...offline, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" };
  const server = await openServer(configFrom({ ...settings, LIBRARY_DIRS: folder }), {
    // Not turned down: it is at the reference.
    analyzer: new FakeAnalyzer({ loudness: -18, durationSeconds: TRACK_SECONDS }),
    embedded: new InProcessTagReader(),
  });
  try {
    await server.services.library.scanAll();
    await server.services.libraryAnalysis.finish(new AbortController().signal);
    await server.services.access.issue({ name: "bench", scopes: ["read"] });
    const link = await server.services.sessions.issueLink(["read"]);
    // The policy of the page forbids the recorder's module.
    const { page } = await visit(browser, "about:blank", { bypassCSP: true });
    await page.addInitScript(RECORD_PLAYER);
    await page.goto(`${server.url}/#session=${link}`);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.goto(`${server.url}/#/library?sort=trackName`);
    await page.getByRole("button", { name: "Play Tone 1" }).click();
    await page.waitForFunction("sounding !== null", undefined, {
      timeout: 2000 * TRACKS * TRACK_SECONDS,
    });
    const gaps = (await page.evaluate<number[]>("gaps")).map(millisecondsOf);
    const sounding = millisecondsOf(await page.evaluate<number>("sounding"));
    const lost = 1000 * TRACKS * TRACK_SECONDS - sounding;
    const [median, longest] = [0.5, 1].map((share) => (quantile(gaps, share) || 0).toFixed(1));
    console.log(`${TRACKS} tracks in the player, ${TRACKS - 1} changes:`);
    console.log(
      `  ${gaps.length} gaps of 1 ms or more: median ${median} ms, longest ${longest} ms`,
    );
    console.log(`  ${lost.toFixed(1)} ms of sound are missing at all changes together`);
  } finally {
    await server.close();
    await browser.close();
    await removeMusicFolders();
    await rm(data, { recursive: true, force: true });
  }
}

function tone(hertz: number): Float32Array {
  const radians = (2 * Math.PI * hertz) / SAMPLE_RATE;
  return Float32Array.from(
    { length: TRACK_SECONDS * SAMPLE_RATE },
    (_, frame) => 0.5 * Math.cos(radians * frame),
  );
}

const millisecondsOf = (frames: number): number => (1000 * frames) / SAMPLE_RATE;
