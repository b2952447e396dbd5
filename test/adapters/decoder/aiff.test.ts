import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { aiffBytes } from "../../signals/encoded/aiff-bytes.js";
import { tones } from "../../signals/encoded/tones.js";
import { decodedSound, refusalOf } from "./decoded-sound.js";

describe("AIFF", () => {
  const decoder = new ContainerAudioDecoder();
  const channels = tones(8_000, 3);

  it.each([8, 16, 24, 32])("reads samples of %d bits exactly", async (bits) => {
    const bytes = aiffBytes({ channels, sampleRate: 8_000, bits });

    const sound = await decodedSound(decoder, { kind: "memory", bytes });

    // Half a step of the encoding; float32 itself resolves 2^-24.
    const step = 2 ** -Math.min(bits, 24);
    expect(
      sound.channels.every((c, i) => c.every((s, at) => Math.abs(s - channels[i]![at]!) <= step)),
    ).toBe(true);
  });

  it.each(["sowt", "fl32"] as const)("reads the AIFF-C encoding %s", async (compression) => {
    const bytes = aiffBytes({ channels, sampleRate: 8_000, compression });

    const sound = await decodedSound(decoder, { kind: "memory", bytes });

    expect(sound.seconds).toBe(3);
    expect(sound.channels[1]![1000]).toBeCloseTo(channels[1]![1000]!, 4);
  });

  it.each([8_000, 11_025, 44_100, 192_000])("reads a sample rate of %d Hz", async (sampleRate) => {
    const bytes = aiffBytes({ channels: tones(sampleRate, 0.1), sampleRate });

    const sound = await decodedSound(decoder, { kind: "memory", bytes });

    expect(sound.sampleRate).toBe(sampleRate);
  });

  it("refuses a file that is much shorter than its header says", async () => {
    const bytes = aiffBytes({ channels, sampleRate: 8_000, claimedFrames: 80_000 });

    const reason = await refusalOf(decoder, bytes);

    expect(reason).toBe("the file is truncated: it contains 3.0 s of 10.0 s");
  });

  it.each([11, 20, 40, 60])("refuses a file of %d bytes", async (length) => {
    const bytes = aiffBytes({ channels, sampleRate: 8_000 }).subarray(0, length);

    const reason = await refusalOf(decoder, bytes);

    expect(reason).not.toBe("decoded");
  });
});
