import { fileURLToPath } from "node:url";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { DESCRIPTOR_NAMES } from "../../../src/dsp/descriptors/descriptor-analysis.js";
import { TrackAnalyzer, type TrackFeatures } from "../../../src/dsp/index.js";

const PIECE = fileURLToPath(
  new URL("../../../src/demo/library/The Copper Wires - Gravel Road.wav", import.meta.url),
);
/** The goal of invariance for what leaves the signal as it is. */
const LIMIT = 0.02;

interface Recording {
  readonly sampleRate: number;
  readonly samples: Float32Array;
}

async function firstChannel(): Promise<Recording> {
  const blocks: Float32Array[] = [];
  let rate = 0;
  for await (const { channels, sampleRate } of new ContainerAudioDecoder().decode({
    kind: "file",
    path: PIECE,
  })) {
    rate = sampleRate;
    blocks.push(Float32Array.from(channels[0]!));
  }
  const samples = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let filled = 0;
  for (const block of blocks) {
    samples.set(block, filled);
    filled += block.length;
  }
  return { sampleRate: rate, samples };
}

function featuresOf(
  { sampleRate }: Recording,
  channels: readonly Float32Array[],
): TrackFeatures["estimates"] {
  const analyzer = new TrackAnalyzer({ sampleRate, channelCount: channels.length });
  analyzer.push(channels);
  return analyzer.finish().estimates;
}

describe("The descriptors of a demo piece", () => {
  let piece: Recording;
  let expected: TrackFeatures["estimates"];

  beforeAll(async () => {
    piece = await firstChannel();
    expected = featuresOf(piece, [piece.samples]);
  });

  const largestMove = (
    estimates: TrackFeatures["estimates"],
    except: readonly string[] = [],
  ): number =>
    Math.max(
      ...DESCRIPTOR_NAMES.filter((name) => !except.includes(name)).map((name) =>
        Math.abs(estimates[name].value! - expected[name].value!),
      ),
    );

  it("do not move with polarity", () => {
    const turned = featuresOf(piece, [piece.samples.map((sample) => -sample)]);

    expect(largestMove(turned)).toBeLessThan(LIMIT);
  });

  it("do not move with a second channel that is the same", () => {
    const doubled = featuresOf(piece, [piece.samples, piece.samples]);

    expect(largestMove(doubled)).toBeLessThan(LIMIT);
  });

  it("do not move with gain of -20 dB, except energy, which follows loudness", () => {
    const quiet = featuresOf(piece, [piece.samples.map((sample) => sample / 10)]);

    expect(largestMove(quiet, ["energy"])).toBeLessThan(LIMIT);
  });

  it("do not move with silence before and after", () => {
    const silence = 5 * piece.sampleRate;
    const padded = new Float32Array(piece.samples.length + 2 * silence);
    padded.set(piece.samples, silence);

    expect(largestMove(featuresOf(piece, [padded]))).toBeLessThan(LIMIT);
  });
});
