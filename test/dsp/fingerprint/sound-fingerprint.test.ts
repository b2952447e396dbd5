import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { unpackFingerprint } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { SoundFingerprint } from "../../../src/dsp/fingerprint/sound-fingerprint.js";
import { TrackAnalyzer, analyzeTrack } from "../../../src/dsp/index.js";
import { equalBitsOf } from "../../evaluation/fingerprint/equal-bits.js";
import { ensembleChannels } from "../../signals/ensemble-channels.js";
import { silence, whiteNoise } from "../../signals/plain-signals.js";

/**
 * Compressed fingerprints by `fpcalc -length 0` of Debian's libchromaprint-tools 1.5.1, by name of the demo file or by rate
 * and channels of `ensembleChannels`; `test/evaluation/fingerprint/compare-with-fpcalc.ts --write` wrote them.
 */
const answers = JSON.parse(
  readFileSync(new URL("../../reference/fpcalc.json", import.meta.url), "utf8"),
) as Readonly<Record<string, string>>;

/** More than is promised, so that a change that costs agreement is seen before it breaks the promise. */
const EQUAL_BITS = 0.995;

const library = new URL("../../../src/demo/library/", import.meta.url);
const RATE = 11_025;

function wordsOf(samples: Float32Array, pushLength = samples.length): Uint32Array {
  const fingerprint = new SoundFingerprint({ sourceRate: RATE });
  for (let start = 0; start < samples.length; start += pushLength) {
    fingerprint.push(samples.subarray(start, start + pushLength));
  }
  return fingerprint.finish();
}

describe("SoundFingerprint", () => {
  it.each(readdirSync(library).filter((name) => name !== "manifest.json"))(
    "agrees with Chromaprint's program about %s",
    async (name) => {
      const path = fileURLToPath(new URL(encodeURIComponent(name), library));
      let analyzer: TrackAnalyzer | undefined;

      for await (const block of new ContainerAudioDecoder().decode({ kind: "file", path })) {
        const { channels, sampleRate } = block;
        analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
        analyzer.push(channels);
      }
      const { fingerprint } = analyzer!.finish();

      const known = unpackFingerprint(answers[name]!);
      expect(equalBitsOf(fingerprint, known)).toBeGreaterThan(EQUAL_BITS);
    },
  );

  describe.each([8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000])(
    "of %d Hz",
    (sampleRate) => {
      it.each([1, 2] as const)("agrees with that program, channels: %d", (channelCount) => {
        const channels = ensembleChannels(sampleRate, channelCount);

        const { fingerprint } = analyzeTrack(channels, sampleRate);

        const known = unpackFingerprint(answers[`${sampleRate} Hz, channels: ${channelCount}`]!);
        expect(equalBitsOf(fingerprint, known)).toBeGreaterThan(EQUAL_BITS);
      });
    },
  );

  it("does not depend on how the stream is cut", () => {
    const samples = whiteNoise({ seconds: 8, sampleRate: RATE });

    const whole = wordsOf(samples);

    expect(whole).toHaveLength(43);
    expect(wordsOf(samples, 1000)).toEqual(whole);
    expect(wordsOf(samples, 7)).toEqual(whole);
  });

  it("has a word for every 1365 samples once there are 30,031, and none before", () => {
    const lengths = [0, 30_030, 30_031, 31_395, 31_396];

    const counts = lengths.map((length) => wordsOf(new Float32Array(length)).length);

    expect(counts).toEqual([0, 0, 1, 1, 2]);
  });

  it("is the same at another volume, and equal words in silence", () => {
    const samples = whiteNoise({ seconds: 8, sampleRate: RATE, gain: 0.5 });
    const soft = samples.map((sample) => 0.125 * sample);

    const quiet = new Set(wordsOf(silence({ seconds: 8, sampleRate: RATE })));

    expect(wordsOf(soft)).toEqual(wordsOf(samples));
    expect(quiet.size).toBe(1);
  });
});
