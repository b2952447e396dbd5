import type { open } from "node:fs/promises";
import { openByteReader } from "../../../src/adapters/decoder/open-byte-reader.js";
import { guardCodec } from "../../../src/adapters/decoder/codec-guard.js";

const audio = { kind: "file", path: "a.flac" } as const;

const refusal = (code: string): Error => Object.assign(new Error(code), { code, syscall: "read" });

/** Opens files on which every read fails with this code. */
const openFailingRead = (code: string): typeof open =>
  (() =>
    Promise.resolve({
      stat: () => Promise.resolve({ size: 10, isDirectory: () => false, isFile: () => true }),
      read: () => Promise.reject(refusal(code)),
      close: () => Promise.resolve(),
    })) as unknown as typeof open;

describe("A reader of a file", () => {
  it.each(["EIO", "ESTALE", "ENXIO", "EAGAIN", "EMFILE", "ENFILE", "ETIMEDOUT"])(
    "reports audio that may be readable later after %s",
    async (code) => {
      const reader = await openByteReader(audio, openFailingRead(code));

      const reading = reader.read(4);
      const opening = openByteReader(audio, () => Promise.reject(refusal(code)));

      await expect(reading).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
      await expect(opening).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
    },
  );

  it("reports a file without read permission as undecodable", async () => {
    const opening = openByteReader(audio, () => Promise.reject(refusal("EACCES")));

    await expect(opening).rejects.toMatchObject({
      code: "AUDIO_UNDECODABLE",
      facts: { reason: "this server has no permission to read the file" },
    });
  });

  it("reports a disk that does not respond, rather than damage", async () => {
    const reader = await openByteReader(audio, openFailingRead("EIO"));
    const codec = guardCodec("FLAC", { ready: Promise.resolve(), free: () => undefined });

    const decoding = codec.run(() => reader.read(4));

    await expect(decoding).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
  });
});
