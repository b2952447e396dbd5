import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { AudioDecoder } from "../../src/ports/analysis/audio-decoder.js";
import { decodedSound, refusalOf } from "../adapters/decoder/decoded-sound.js";
import { tones } from "../signals/encoded/tones.js";
import { wavBytes } from "../signals/encoded/wav-bytes.js";

/** The contract of every AudioDecoder. */
export function describeAudioDecoder(name: string, create: () => AudioDecoder): void {
  describe(`${name} as an AudioDecoder`, () => {
    const tenSeconds = wavBytes({ channels: tones(8_000, 10), sampleRate: 8_000 });
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "overtone-decoder-"));
    });

    afterAll(async () => {
      await rm(folder, { recursive: true, force: true });
    });

    it("decodes a file to the same samples as its bytes in memory", async () => {
      const path = join(folder, "tones.mp3");
      await writeFile(path, tenSeconds);

      const fromFile = await decodedSound(create(), { kind: "file", path });
      const fromMemory = await decodedSound(create(), { kind: "memory", bytes: tenSeconds });

      expect(fromFile).toEqual(fromMemory);
      expect(fromFile.seconds).toBe(10);
    });

    it("returns blocks of at most a few seconds, whose channels have the same length", async () => {
      const lengths: number[][] = [];

      for await (const block of create().decode({ kind: "memory", bytes: tenSeconds })) {
        lengths.push(block.channels.map((samples) => samples.length));
      }

      expect(lengths.every(([left, right]) => left === right && left! <= 4 * 8_000)).toBe(true);
    });

    it.each([
      ["nothing", new Uint8Array()],
      ["text", Buffer.from("This is a letter, and not a recording.".repeat(100))],
      ["zeros", new Uint8Array(100_000)],
    ])("refuses %s", async (_, bytes) => {
      const reason = await refusalOf(create(), bytes);

      expect(reason).not.toBe("decoded");
    });

    it("refuses a file that does not exist", async () => {
      const decoding = create().decode({ kind: "file", path: join(folder, "nobody.wav") });

      await expect(firstBlock(decoding)).rejects.toMatchObject({ code: "AUDIO_UNDECODABLE" });
    });

    it("refuses a folder", async () => {
      const decoding = create().decode({ kind: "file", path: folder });

      await expect(firstBlock(decoding)).rejects.toMatchObject({
        code: "AUDIO_UNDECODABLE",
        facts: { reason: "it is a folder, not a file" },
      });
    });

    it("rejects with the signal's reason when it is aborted while decoding", async () => {
      const controller = new AbortController();
      const audio = { kind: "memory", bytes: tenSeconds } as const;
      const blocks = create().decode(audio, controller.signal)[Symbol.asyncIterator]();
      await blocks.next();

      controller.abort(new Error("no longer wanted"));
      const rest = (async () => {
        while (!(await blocks.next()).done);
      })();

      await expect(rest).rejects.toThrow("no longer wanted");
    });
  });
}

async function firstBlock(blocks: AsyncIterable<unknown>): Promise<void> {
  for await (const block of blocks) {
    void block;
    break;
  }
}
