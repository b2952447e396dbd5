import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import {
  mountedPathOf,
  parseMountedFolders,
} from "../../../src/domain/music-server/mounted-folder.js";

describe("Folders in which files of a music server are mounted", () => {
  it("are none where none are stated", () => {
    expect(parseMountedFolders(undefined)).toEqual([]);
    expect(parseMountedFolders(null)).toEqual([]);
  });

  it("have the paths of the server as songs have them, and those here as they are", () => {
    const stated = [
      { from: "/music/", to: "/mnt/nas/music" },
      { from: "/", to: "D:\\Music" },
    ];

    expect(parseMountedFolders(stated)).toEqual([
      { from: "music", to: "/mnt/nas/music" },
      { from: "", to: "D:\\Music" },
    ]);
  });

  it.each([
    [[{ from: "/music", to: "mnt/music" }]],
    [[{ from: "/music", to: `/${"x".repeat(1_000)}` }]],
    [[{ from: "x".repeat(1_001), to: "/mnt" }]],
    [Array.from({ length: 21 }, () => ({ from: "/music", to: "/mnt" }))],
  ])("are refused where one is not absolute or too long, or they are too many: %#", (folders) => {
    expect(() => parseMountedFolders(folders)).toThrow(InvalidInputError);
  });

  it("have a song by the deepest of them", () => {
    const folders = [
      { from: "", to: "/mnt/all" },
      { from: "music/jazz", to: "/mnt/jazz" },
      { from: "music", to: "/mnt/music" },
    ];

    expect(mountedPathOf("music/jazz/a.flac", folders)).toEqual({
      ...{ folder: "/mnt/jazz", relativePath: "a.flac" },
    });
    expect(mountedPathOf("music/jazzy/a.flac", folders)).toEqual({
      ...{ folder: "/mnt/music", relativePath: "jazzy/a.flac" },
    });
    expect(mountedPathOf("a.flac", folders)).toEqual({
      ...{ folder: "/mnt/all", relativePath: "a.flac" },
    });
    expect(mountedPathOf("a.flac", folders.slice(1))).toBeUndefined();
  });
});
