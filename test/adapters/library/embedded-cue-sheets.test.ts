import { spawnSync } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileTagReader } from "../../../src/adapters/library/file-tag-reader.js";
import type { FileTrack } from "../../../src/ports/library/tag-reader.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { ffmpeg } from "../decoder/other-programs.js";
import { isFfmpegInstalled } from "../decoder/recordings.js";
import { musicFolder, removeMusicFolders } from "./music-folder.js";

/** A sheet of a file, with a second track at this second. */
const sheet = (file: string, second: number, disc = "Disc"): string =>
  `PERFORMER "Ann"\nTITLE "${disc}"\nFILE "${file}" WAVE\n` +
  `TRACK 01 AUDIO\nTITLE "One"\nINDEX 01 00:00:00\n` +
  `TRACK 02 AUDIO\nTITLE "Two"\nINDEX 01 00:0${second}:00\n`;

const isMetaflacInstalled = (): boolean => spawnSync("metaflac", ["--version"]).status === 0;

(isFfmpegInstalled() ? describe : describe.skip)("The tracks of a file", () => {
  const warnings: unknown[] = [];
  const logger = { warn: (_: string, facts?: object) => void warnings.push(facts) };
  let folder: string;
  const at = (name: string): string => join(folder, name);
  const tracksOf = (name: string): Promise<readonly FileTrack[]> =>
    new FileTagReader({ embedded: new InProcessTagReader(), logger }).readTracks(at(name));
  const encode = (name: string, ...options: readonly string[]): void =>
    ffmpeg("-f", "lavfi", "-i", "sine=f=440:r=44100:d=6", ...options, at(name));

  beforeEach(async () => {
    warnings.length = 0;
    folder = await musicFolder();
  });
  afterEach(removeMusicFolders);

  it.each(["disc.flac", "disc.ogg", "disc.wv", "disc.mp3"])(
    "are those of the sheet in its tags: %s",
    async (name) => {
      encode(name, "-metadata", `CUESHEET=${sheet("other.wav", 2)}`);

      const tracks = await tracksOf(name);

      expect(tracks).toMatchObject([
        { range: { number: 1, startFrame: 0, endFrame: 150 }, tags: { trackName: "One" } },
        { range: { number: 2, startFrame: 150 }, tags: { trackName: "Two", artist: "Ann" } },
      ]);
      expect(tracks[0]?.tags.durationSeconds).toBe(2);
      expect(tracks[1]?.tags.durationSeconds).toBeCloseTo(4, 1);
    },
  );

  it("are those of the sheet beside it, where there is one inside it, too", async () => {
    encode("disc.flac", "-metadata", `CUESHEET=${sheet("disc.flac", 2)}`);
    await writeFile(at("disc.cue"), sheet("disc.flac", 3));

    expect(await tracksOf("disc.flac")).toMatchObject([{ range: { endFrame: 225 } }, {}]);
    expect(await tracksOf("disc.cue")).toEqual(await tracksOf("disc.flac"));
  });

  (isMetaflacInstalled() ? it : it.skip)(
    "are those of the block of FLAC, without names",
    async () => {
      encode("disc.flac", "-metadata", "title=The Disc", "-metadata", "artist=Ann");
      await writeFile(at("sheet.txt"), sheet("disc.flac", 2));
      spawnSync("metaflac", [`--import-cuesheet-from=${at("sheet.txt")}`, at("disc.flac")]);

      expect(await tracksOf("disc.flac")).toMatchObject([
        {
          range: { number: 1, startFrame: 0, endFrame: 150 },
          tags: { artist: "Ann", trackName: "The Disc - Track 1", album: "The Disc" },
        },
        { range: { number: 2, startFrame: 150 } },
      ]);
    },
  );

  it("are named by a sheet with a file for each, where their tags do not", async () => {
    encode("1.flac", "-metadata", "title=Its own");
    encode("2.flac");
    const two = `FILE "2.wav" WAVE\nTRACK 02 AUDIO\nTITLE "Two"\nINDEX 01 00:00:00\n`;
    const one = `FILE "1.wav" WAVE\nTRACK 01 AUDIO\nTITLE "One"\nINDEX 01 00:00:00\n`;
    await writeFile(at("disc.cue"), `PERFORMER "Ann"\n${one}${two}`);

    const tracks = await tracksOf("disc.cue");

    expect(
      tracks.map(({ path, range, tags }) => [path, range, tags.artist, tags.trackName]),
    ).toEqual([
      [at("1.flac"), undefined, "Ann", "Its own"],
      [at("2.flac"), undefined, "Ann", "Two"],
    ]);
  });

  it.each([
    ["is a link", "is a link"],
    ["leads out of its folder", "names a file of another folder: ../disc.flac"],
    ["has a track behind the end", "has track 2 begin behind the end of disc.flac"],
    ["has no track", "has no track"],
  ])("is one where its sheet %s, which is logged", async (what, reason) => {
    encode("disc.flac");
    const outside = await musicFolder({ "disc.cue": sheet("disc.flac", 2) });
    if (what === "is a link") await symlink(join(outside, "disc.cue"), at("disc.cue"));
    else if (what === "has no track") await writeFile(at("disc.cue"), "REM nothing");
    else if (what === "leads out of its folder")
      await writeFile(at("disc.cue"), sheet("../disc.flac", 2));
    else await writeFile(at("disc.cue"), sheet("disc.flac", 9));

    const tracks = await tracksOf("disc.flac");

    expect(tracks).toMatchObject([{ path: at("disc.flac"), tags: { trackName: "disc" } }]);
    expect(tracks[0]).not.toHaveProperty("range");
    expect(warnings).toEqual([{ path: at("disc.cue"), reason }]);
  });
});
