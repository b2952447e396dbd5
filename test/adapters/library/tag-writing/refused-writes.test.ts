import { chmod, lstat, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { DiskTagFiles } from "../../../../src/adapters/library/tag-writing/disk-tag-files.js";
import { apeTag, id3Tag } from "../audio-stream/retagged.js";
import { musicFolder, removeMusicFolders } from "../music-folder.js";
import { measuredAudio } from "../../../fakes/measured-audio.js";
import { files, never, read, stored, unfinishedFolder, valuesOf, write } from "./tag-access.js";
import { recording, textTag, untaggedWav, wholeTag } from "./taggable-files.js";

afterEach(removeMusicFolders);

const mp3 = recording("tones-plain.mp3");
const { recordingId } = measuredAudio();

describe("Values that are in a file already", () => {
  it("are found in any encoding, case and version of ID3", async () => {
    const utf16 = Buffer.concat([Buffer.from([1]), Buffer.from("\ufeff127.5\0", "utf16le")]);
    const frame = Buffer.concat([Buffer.from("TBPM"), Buffer.from([0, 0, 0, utf16.length, 0, 0])]);
    const user = Buffer.from("\u0003replaygain_track_gain\0+1.00 dB");
    const userHead = Buffer.concat([
      Buffer.from("TXXX"),
      Buffer.from([0, 0, 0, user.length, 0, 0]),
    ]);
    const tag = wholeTag(4, Buffer.concat([frame, utf16, userHead, user]));

    const found = await valuesOf(await stored(Buffer.concat([tag, mp3])));

    expect(found).toEqual({ bpm: "127.5", trackGain: "+1.00 dB" });
  });

  it("are found in an APE tag behind an MP3, and cannot be replaced there", async () => {
    const key = Buffer.concat([
      Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from("KEY\0Am", "latin1"),
    ]);
    const footer = Buffer.from(apeTag("").subarray(-32));
    footer.writeUInt32LE(key.length + 32, 12);
    footer.writeUInt32LE(0, 20);

    const { items } = await read(await stored(Buffer.concat([mp3, key, footer])));

    expect(items).toEqual([{ field: "key", name: "KEY", value: "Am", isFixed: true }]);
  });

  it("keep their names where they are restored", async () => {
    const path = await stored(Buffer.concat([textTag(3, { TXXX: "KEY\0Am" }), mp3]));
    const original = await readFile(path);
    const { items } = await read(path);

    await write(path, { key: [{ value: "8A" }] });
    const written = await read(path);
    await write(path, { key: items });

    expect(written.items).toMatchObject([{ field: "key", name: "TKEY", value: "8A" }]);
    expect((await readFile(path)).equals(original)).toBe(true);
  });
});

describe("A file whose tags would lose something", () => {
  const compressed = Buffer.concat([Buffer.from("TBPM"), Buffer.from([0, 0, 0, 2, 0, 0x80, 0, 1])]);
  const fragmented = Buffer.concat([
    recording("ffmpeg/tones-aac.m4a"),
    Buffer.from("\0\0\0\x08moof", "latin1"),
  ]);

  it.each([
    [
      "an ID3 tag with a damaged frame",
      Buffer.concat([wholeTag(3, Buffer.from("TIT2\0\x01\0\0\0\0xx")), mp3]),
      "damaged",
    ],
    [
      "text behind the padding of its ID3 tag",
      Buffer.concat([wholeTag(3, Buffer.from(`${"\0".repeat(20)}text`)), mp3]),
      "unknown content",
    ],
    [
      "an ID3 tag of version 2.9",
      Buffer.concat([wholeTag(9, Buffer.alloc(20)), mp3]),
      "unknown version",
    ],
    ["a compressed frame", Buffer.concat([wholeTag(3, compressed), mp3]), "compressed"],
    ["an MP4 file in fragments", fragmented, "in fragments"],
    ["FLAC in Ogg", recording("tones-flac.oga"), "FLAC in Ogg"],
    ["another format", recording("tones.wv"), "WavPack"],
    [
      "several streams in an Ogg file",
      Buffer.concat([recording("tones.ogg"), recording("tones.opus")]),
      "several streams",
    ],
    ["random bytes", Buffer.from("no audio at all"), "not a known audio format"],
    ["zero bytes", Buffer.alloc(0), "empty"],
    [
      "a WAV with text behind its chunks",
      Buffer.concat([untaggedWav, Buffer.from("text")]),
      "another length",
    ],
    ["two ID3 tags in a WAV", wavWithTags(2), "several ID3 tags"],
  ])("stays as it is, and says why (%s)", async (_, file, reason) => {
    const path = await stored(file);

    const content = await files.read(path);
    const changes = new Map([["bpm" as const, [{ value: "1" }]]]);
    const beforeReplacing = (): Promise<void> => Promise.reject(new Error("replaced"));
    const problem =
      "problem" in content
        ? content
        : await files.write(path, { changes, content, beforeReplacing }, never);

    expect(problem?.problem).toContain(reason);
    expect((await readFile(path)).equals(Buffer.from(file))).toBe(true);
    expect(await readdir(join(path, ".."))).toHaveLength(1);
  });
});

function wavWithTags(count: number): Buffer {
  const tag = id3Tag("x", 0);
  const header = Buffer.from("id3 \0\0\0\0", "latin1");
  header.writeUInt32LE(tag.length, 4);
  const chunk = Buffer.concat([header, tag, Buffer.alloc(tag.length % 2)]);
  const even = Buffer.concat([untaggedWav, Buffer.alloc(untaggedWav.length % 2)]);
  const file = Buffer.concat([even, ...Array<Buffer>(count).fill(chunk)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

describe("A write of tags", () => {
  const bpm = { bpm: [{ value: "120" }] };

  it("is refused for a read-only file", async () => {
    const path = await stored(mp3);
    await chmod(path, 0o444);

    expect(await write(path, bpm)).toEqual({ problem: "it is read-only" });
  });

  it("is refused for a file that was changed after its tags were read", async () => {
    const path = await stored(mp3);
    const content = await read(path);
    await writeFile(path, Buffer.concat([mp3, mp3]));

    const changes = new Map([["bpm" as const, [{ value: "120" }]]]);
    const beforeReplacing = (): Promise<void> => Promise.resolve();
    const problem = await files.write(path, { changes, content, beforeReplacing }, never);

    expect(problem).toEqual({ problem: "it has changed since it was read" });
    expect(await readFile(path)).toHaveLength(2 * mp3.length);
  });

  it("reports a file that has vanished", async () => {
    const folder = await musicFolder();

    expect(await files.read(join(folder, "gone.mp3"))).toEqual({ problem: "it does not exist" });
  });

  it("changes nothing where it cannot be recorded", async () => {
    const path = await stored(mp3);

    const writing = write(path, bpm, () => Promise.reject(new Error("the journal is full")));

    await expect(writing).rejects.toThrow("the journal is full");
    expect((await readFile(path)).equals(mp3)).toBe(true);
    expect(await readdir(join(path, ".."))).toEqual(["song.bin"]);
  });

  it("changes nothing where it is aborted", async () => {
    const path = await stored(mp3);
    const content = await read(path);
    const changes = new Map([["bpm" as const, [{ value: "120" }]]]);
    const beforeReplacing = (): Promise<void> => Promise.resolve();
    const stopped = AbortSignal.abort(new Error("stopped"));

    const writing = files.write(path, { changes, content, beforeReplacing }, stopped);

    await expect(writing).rejects.toThrow("stopped");
    expect((await readFile(path)).equals(mp3)).toBe(true);
    expect(await readdir(join(path, ".."))).toEqual(["song.bin"]);
  });

  it("changes the file behind a link, and keeps the link", async () => {
    const path = await stored(mp3);
    const link = join(path, "..", "link.mp3");
    await symlink(path, link);

    await write(link, bpm);

    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await valuesOf(path)).toEqual({ bpm: "120" });
  });

  it("removes what a killed process has left in the folder long ago", async () => {
    const path = await stored(mp3);
    const [old, recent] = ["0", "1"].map((digit) =>
      join(path, "..", `.overtone-tags-${digit.repeat(16)}.tmp`),
    ) as [string, string];
    await writeFile(old, "x");
    await writeFile(recent, "x");
    await utimes(old, 1_000_000, 1_000_000);

    await write(path, bpm);

    const names = await readdir(join(path, ".."));
    expect(names.sort()).toEqual([recent.split("/").at(-1), "song.bin"]);
  });

  it("is refused where the audio cannot be told from the tags", async () => {
    const path = await stored(mp3);
    const unknowing = new DiskTagFiles({
      digests: { digestOf: () => Promise.resolve(undefined) },
      unfinishedFolder,
    });
    const content = await read(path);
    const changes = new Map([["bpm" as const, [{ value: "120" }]]]);
    const beforeReplacing = (): Promise<void> => Promise.resolve();

    const problem = await unknowing.write(path, { changes, content, beforeReplacing }, never);

    expect(problem?.problem).toContain("with certainty");
  });

  it("is refused where the audio would change", async () => {
    const path = await stored(mp3);
    let count = 0;
    const changing = new DiskTagFiles({
      unfinishedFolder,
      digests: {
        digestOf: () => Promise.resolve({ recordingId, digest: String(count++), bytes: 1 }),
      },
    });
    const content = await read(path);
    const changes = new Map([["bpm" as const, [{ value: "120" }]]]);
    const beforeReplacing = (): Promise<void> => Promise.resolve();

    const problem = await changing.write(path, { changes, content, beforeReplacing }, never);

    expect(problem?.problem).toBe("its audio would change");
    expect((await readFile(path)).equals(mp3)).toBe(true);
  });
});
