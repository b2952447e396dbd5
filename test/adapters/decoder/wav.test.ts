import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { describeAudioDecoder } from "../../contracts/audio-decoder.contract.js";
import { tones } from "../../signals/encoded/tones.js";
import {
  wavBytes,
  wavChunk,
  type WavEncoding,
  type WavHeaderFields,
} from "../../signals/encoded/wav-bytes.js";
import { decodedSound, refusalOf } from "./decoded-sound.js";

describeAudioDecoder("ContainerAudioDecoder", () => new ContainerAudioDecoder());

describe("WAV", () => {
  const decoder = new ContainerAudioDecoder();
  const sampleRate = 2_000;
  const channels = tones(sampleRate, 3);
  const decoded = (bytes: Uint8Array) => decodedSound(decoder, { kind: "memory", bytes });

  const encodings: readonly (readonly [WavEncoding, number])[] = [
    // Half a step of the encoding, and for u8 and s16 the cut at the largest code.
    ["u8", 2 ** -7],
    ["s16", 2 ** -15],
    ["s24", 2 ** -23],
    ["s32", 2 ** -24],
    ["f32", 0],
    ["f64", 0],
  ];

  it.each(encodings)("reads %s samples exactly", async (encoding, step) => {
    const sound = await decoded(wavBytes({ channels, sampleRate, encoding }));

    expect(sound.sampleRate).toBe(sampleRate);
    expect(maxDifference(sound.channels, channels)).toBeLessThanOrEqual(step);
  });

  it.each(["s16", "s24", "f32"] as const)("reads the extensible format of %s", async (encoding) => {
    const sound = await decoded(wavBytes({ channels, sampleRate, encoding, isExtensible: true }));

    expect(maxDifference(sound.channels, channels)).toBeLessThanOrEqual(2 ** -15);
  });

  it.each(["RF64", "BW64"] as const)("reads the 64-bit sizes of %s", async (form) => {
    const sound = await decoded(wavBytes({ channels, sampleRate, form }));

    expect(sound.seconds).toBe(3);
  });

  // Codes and values of ITU-T G.711: the largest, the smallest positive, and the largest negative.
  it.each([
    ["alaw", [0xaa, 0xd5, 0x2a], [4032 / 4096, 1 / 4096, -4032 / 4096]],
    ["mulaw", [0x80, 0xff, 0x00], [8031 / 8192, 0, -8031 / 8192]],
  ] as const)("expands %s", async (encoding, codes, values) => {
    const written = Float32Array.from(codes, (code) => code / 256);

    const sound = await decoded(wavBytes({ channels: [written], sampleRate, encoding }));

    expect([...sound.channels[0]!].map((sample) => sample + 0)).toEqual([...values]);
  });

  it("skips unknown chunks, including the padding of odd ones", async () => {
    const chunksBefore = [wavChunk("LIST", Buffer.from("odd")), wavChunk("junk", Buffer.alloc(9))];

    const sound = await decoded(wavBytes({ channels, sampleRate, chunksBefore }));

    expect(maxDifference(sound.channels, channels)).toBeLessThanOrEqual(2 ** -15);
  });

  it("ignores everything after the samples", async () => {
    const bytes = wavBytes({ channels, sampleRate });

    const sound = await decoded(Buffer.concat([bytes, wavChunk("LIST", Buffer.alloc(1000, 77))]));

    expect(sound.seconds).toBe(3);
  });

  it("reads samples that are not numbers as silence", async () => {
    const odd = Float32Array.from([NaN, Infinity, -Infinity, 0.5]);

    const sound = await decoded(wavBytes({ channels: [odd], sampleRate, encoding: "f32" }));

    expect([...sound.channels[0]!]).toEqual([0, 0, 0, 0.5]);
  });

  it.each([0, 0xffff_ffff, 0x7fff_ffff])(
    "decodes to the end of the file when the size is the placeholder %d",
    async (dataBytes) => {
      const sound = await decoded(wavBytes({ channels, sampleRate, lies: { dataBytes } }));

      expect(sound.seconds).toBe(3);
    },
  );

  it("accepts a file that lacks less than its last second", async () => {
    const bytes = wavBytes({ channels, sampleRate });

    const sound = await decoded(bytes.subarray(0, -1_000));

    expect(sound.seconds).toBeCloseTo(3 - 250 / sampleRate, 6);
  });

  it("refuses a file that is much shorter than its header says", async () => {
    const bytes = wavBytes({ channels, sampleRate, lies: { dataBytes: 100_000_000 } });

    const reason = await refusalOf(decoder, bytes);

    expect(reason).toBe("the file is truncated: it contains 3.0 s of 12500.0 s");
  });

  const lies: readonly (readonly [string, Partial<WavHeaderFields>, RegExp])[] = [
    ["no channels", { channelCount: 0 }, /number of channels, 0,/],
    ["65 535 channels", { channelCount: 65_535 }, /contradicts|number of channels, 65535,/],
    ["40 channels", { channelCount: 40, frameBytes: 80 }, /number of channels, 40,/],
    ["a rate of 0 Hz", { sampleRate: 0 }, /sample rate of 0 Hz/],
    ["a rate of 1 GHz", { sampleRate: 1_000_000_000 }, /sample rate of 1000000000 Hz/],
    ["a frame of 3 bytes", { frameBytes: 3 }, /3 bytes a frame instead of 4/],
    ["samples of 0 bits", { bitsPerSample: 0 }, /0 bits/],
    ["samples of 64 bits", { bitsPerSample: 64 }, /64 bits/],
  ];

  it.each(lies)("refuses a header that claims %s", async (_, fields, words) => {
    const reason = await refusalOf(decoder, wavBytes({ channels, sampleRate, lies: fields }));

    expect(reason).toMatch(words);
  });

  it.each([0, 8, 12, 20, 30, 36, 44])("refuses a file of %d bytes", async (length) => {
    const reason = await refusalOf(decoder, wavBytes({ channels, sampleRate }).subarray(0, length));

    expect(reason).not.toBe("decoded");
  });

  it("refuses a chunk that extends beyond the end of the file", async () => {
    const bytes = Buffer.from(wavBytes({ channels, sampleRate }));
    bytes.writeUInt32LE(0xffff_fffe, 16);

    const reason = await refusalOf(decoder, bytes);

    expect(reason).toBe("its WAV header does not point to any samples");
  });
});

function maxDifference(some: readonly Float32Array[], others: readonly Float32Array[]): number {
  expect(some.map(({ length }) => length)).toEqual(others.map(({ length }) => length));
  let largest = 0;
  some.forEach((samples, channel) => {
    samples.forEach((sample, at) => {
      largest = Math.max(largest, Math.abs(sample - others[channel]![at]!));
    });
  });
  return largest;
}
