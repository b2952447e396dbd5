import { findEmbeddedTags } from "../../../../src/adapters/library/tags/embedded-tags.js";
import type { TaggedValues } from "../../../../src/domain/tagging/tagged-values.js";
import { removeMusicFolders } from "../music-folder.js";
import { stored, write } from "../tag-writing/tag-access.js";
import { recording, taggableFiles } from "../tag-writing/taggable-files.js";
import { taggedAiff } from "../tagged-audio.js";

afterEach(removeMusicFolders);

async function taggedOf(path: string): Promise<TaggedValues | undefined> {
  return (await findEmbeddedTags({ path }))?.tags.tagged;
}

/** The reader does not know RF64, nor the user frames of ID3v2.2. */
const known = taggableFiles.filter(({ name }) => !["RF64", "MP3 with ID3v2.2"].includes(name));

describe("Values that others wrote to the tags of a file", () => {
  it.each(known)("are read from $name", async ({ file, extension }) => {
    const path = await stored(file);
    const isOpus = extension === "opus";
    const gain = isOpus
      ? { opusGain: [{ value: "-1536" }] }
      : { trackGain: [{ value: "-6.54 dB" }], trackPeak: [{ value: "0.5" }] };
    await write(path, { bpm: [{ value: "128" }], key: [{ value: "8A" }], ...gain });

    const tagged = await taggedOf(path);

    expect(tagged).toEqual({
      tempo: 128,
      key: { tonic: 9, mode: 0 },
      ...(isOpus ? { trackGain: -1 } : { trackGain: -6.54, trackPeak: 0.5 }),
      musicbrainz: { artists: [] },
    });
  });

  it("are absent where the tags have none", async () => {
    expect(await taggedOf(await stored(recording("tones-16.flac")))).toBeUndefined();
  });

  it("have the ids of MusicBrainz, and no text in their place", async () => {
    const id = "8B5A8B44-2b3c-4b5e-9d0e-0d5a1f0b8a11";
    const frames = { "TXXX:MusicBrainz Album Id": id, "TXXX:MusicBrainz Artist Id": "Ann" };
    const texts = Object.entries(frames).map(([name, value]) => `${name.slice(5)}\0${value}`);
    const path = await stored(taggedAiff({ TXXX: texts[0] ?? "" }));
    const other = await stored(taggedAiff({ TXXX: texts[1] ?? "" }));

    expect(await taggedOf(path)).toEqual({
      musicbrainz: { release: id.toLowerCase(), artists: [] },
    });
    expect(await taggedOf(other)).toBeUndefined();
  });
});
