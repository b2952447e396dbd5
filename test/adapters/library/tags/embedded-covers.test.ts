import { copyFile } from "node:fs/promises";
import { extname, join } from "node:path";
import {
  findEmbeddedCover,
  findEmbeddedTags,
} from "../../../../src/adapters/library/tags/embedded-tags.js";
import { describeWithReaders } from "../../decoder/independent-readers.js";
import { ffmpeg, python } from "../../decoder/other-programs.js";
import { recordingPath } from "../../decoder/recordings.js";
import { musicFolder, removeMusicFolders } from "../music-folder.js";

/**
 * Writes tags by Mutagen: a title, and of two pictures that of the back first. `ape` is an APE tag at the end.
 * Prints the title that Mutagen reads again.
 */
const WRITE = `
import base64, json, sys
import mutagen
from mutagen.apev2 import APEv2, APEBinaryValue
from mutagen.flac import Picture
from mutagen.id3 import APIC, TIT2
from mutagen.mp4 import MP4Cover
path, kind, front, back = sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3]), bytes.fromhex(sys.argv[4])
def picture(data, type):
    made = Picture()
    made.data, made.type, made.mime = data, type, "image/jpeg"
    return made
if kind == "ape":
    file = APEv2()
    file["Title"] = "Song"
    file["Cover Art (Back)"] = APEBinaryValue(b"back.jpg\\0" + back)
    file["Cover Art (Front)"] = APEBinaryValue(b"front.jpg\\0" + front)
    file.save(path)
    print(json.dumps(str(APEv2(path)["Title"])))
    sys.exit()
file = mutagen.File(path)
if file.tags is None:
    file.add_tags()
if kind == "id3":
    file.tags.add(TIT2(encoding=3, text="Song"))
    for data, type in ((back, 4), (front, 3)):
        file.tags.add(APIC(encoding=3, mime="image/jpeg", type=type, desc=str(type), data=data))
elif kind == "mp4":
    file["\\xa9nam"] = "Song"
    file["covr"] = [MP4Cover(data, imageformat=MP4Cover.FORMAT_JPEG) for data in (front, back)]
else:
    file["title"] = "Song"
    pictures = [picture(back, 4), picture(front, 3)]
    if kind == "flac":
        for one in pictures:
            file.add_picture(one)
    else:
        file["metadata_block_picture"] = [base64.b64encode(one.write()).decode() for one in pictures]
file.save()
title = {"id3": "TIT2", "mp4": "\\xa9nam"}.get(kind, "title")
print(json.dumps(str(mutagen.File(path)[title][0])))
`;

/** A picture of so many bytes. */
const pictureOf = (byte: string, byteLength: number): string => `ffd8ff${byte.repeat(byteLength)}`;

afterEach(removeMusicFolders);

describeWithReaders("An embedded cover", () => {
  const front = pictureOf("f1", 50_000);
  const back = pictureOf("b2", 500);

  it.each([
    ["tones.ogg", "vorbis"],
    ["tones.opus", "vorbis"],
    ["tones-flac.oga", "vorbis"],
    ["tones-16.flac", "flac"],
    ["tones-plain.mp3", "id3"],
    ["tones-plain.mp3", "ape"],
    ["tones.wv", "ape"],
    ["tones.m4a", "mp4"],
  ])("is that of the front, whatever comes first, in %s with tags of %s", async (name, kind) => {
    const folder = await musicFolder();
    const path = join(folder, `a${extname(name)}`);
    if (kind === "mp4") ffmpeg("-i", recordingPath("tones-16.flac"), "-c:a", "aac", path);
    else await copyFile(recordingPath(name), path);

    const title = python(WRITE, path, kind, front, back);
    const cover = await findEmbeddedCover({ path });
    const read = await findEmbeddedTags({ path });

    expect(title).toBe("Song");
    expect(cover?.mediaType).toBe("image/jpeg");
    expect(Buffer.from(cover?.bytes ?? []).toString("hex") === front).toBe(true);
    expect(read?.tags).toMatchObject({ trackName: "Song", hasCover: true });
  });
});
