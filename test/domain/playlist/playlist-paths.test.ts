import { mappedPath } from "../../../src/domain/playlist/playlist-paths.js";

describe("The path of a file in a mapped folder", () => {
  it.each([
    ["/music/a/b.mp3", "/music", "/mnt/nas", "/mnt/nas/a/b.mp3"],
    ["/music/a/b.mp3", "/music", "M:", "M:\\a\\b.mp3"],
    ["/music/a/b.mp3", "/music", "\\\\nas\\music", "\\\\nas\\music\\a\\b.mp3"],
    ["/music/a\\b.mp3", "/music", "/mnt", "/mnt/a\\b.mp3"],
    ["/music/a.mp3", "", "/mnt", "/mnt/music/a.mp3"],
    ["/music/a.mp3", "/music", "", "/a.mp3"],
  ])("of %j, where %j is %j, is %j", (path, from, to, expected) => {
    expect(mappedPath(path, [{ from, to }], "/")).toBe(expected);
  });

  it("of Windows has the separators of the system that it leads to", () => {
    const mappings = [{ from: "D:\\Music", to: "/music" }];

    expect(mappedPath("D:\\Music\\a\\b.mp3", mappings, "\\")).toBe("/music/a/b.mp3");
  });

  it("is that of the deepest folder", () => {
    const mappings = [
      { from: "/music", to: "/a" },
      { from: "/music/jazz", to: "/b" },
    ];

    expect(mappedPath("/music/jazz/1.mp3", mappings, "/")).toBe("/b/1.mp3");
    expect(mappedPath("/music/jazz 2/1.mp3", mappings, "/")).toBe("/a/jazz 2/1.mp3");
  });

  it("is none where no mapping has its folder", () => {
    expect(mappedPath("/musical/a.mp3", [{ from: "/music", to: "/a" }], "/")).toBeUndefined();
    expect(mappedPath("/music/a.mp3", [], "/")).toBeUndefined();
  });
});
