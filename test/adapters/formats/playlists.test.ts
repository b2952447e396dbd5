import { fileURLToPath } from "node:url";
import { fileUrlFrom } from "../../../src/adapters/formats/file-url.js";
import { jspfFormat } from "../../../src/adapters/formats/jspf-format.js";
import { m3u8Format } from "../../../src/adapters/formats/m3u8-format.js";
import { xspfFormat } from "../../../src/adapters/formats/xspf-format.js";
import { awkwardNames, exportedTrack, textOf } from "./exported-content.js";
import { elementsOf } from "./xml-elements.js";

const money = exportedTrack("Pink Floyd", "Money");
const awkward = awkwardNames.map((name) => exportedTrack(name, "Title", { path: "/music/a.mp3" }));
const note =
  "tempo 120 (0.75 measured), key 9 (0.75 measured), mode 0 (0.75 measured), timeSignature 4 (0.75 measured)";
const citation = "Overtone 1.2.3: automatic analysis of recorded music, analysis version 1.";

const trackCount = (lines: readonly string[]): number =>
  lines.filter((line) => line.startsWith("/") || line.startsWith("file:")).length;

describe("The playlist M3U8", () => {
  it("has the path of each file after its length and names, and a comment with its estimates", async () => {
    const lines = (await textOf(m3u8Format, [money], { title: "For\nAnn" })).split("\n");

    expect(lines.slice(0, 5)).toEqual([
      "#EXTM3U",
      "#EXTENC:UTF-8",
      "#PLAYLIST:For Ann",
      "# Overtone 1.2.3",
      "#EXTINF:180,Pink Floyd - Money",
    ]);
    expect(lines[5]).toMatch(`# ${note}`);
    expect(lines[5]).toMatch(citation);
    expect(lines.slice(6)).toEqual(["/music/Mon.mp3", ""]);
  });

  it("has four lines of head and three for each track, whatever the names", async () => {
    const lines = (await textOf(m3u8Format, awkward)).split(/[\n\r\v\f\u{85}\u{2028}\u{2029}]/u);

    expect(lines).toHaveLength(4 + 3 * awkward.length + 1);
    expect(trackCount(lines)).toBe(awkward.length);
  });

  it.each([["/music/two\nlines.mp3"], ["/music/ends with a space "], ["/music/\u2028.mp3"]])(
    "has the URL of the file %j, because a program would read another path",
    async (path) => {
      const lines = (await textOf(m3u8Format, [exportedTrack("Ann", "One", { path })])).split("\n");

      expect(lines).toHaveLength(8);
      expect(fileURLToPath(lines[6] ?? "")).toBe(path);
    },
  );

  it.each([
    ["../music/One.mp3", "../music/One.mp3"],
    ["M:\\music\\One.mp3", "M:\\music\\One.mp3"],
    ["#1 hits.mp3", "./#1 hits.mp3"],
    ["../ends with a space ", "file:///music/One.mp3"],
  ])("has %j, where a file is named so, as %j", async (named, expected) => {
    const track = exportedTrack("Ann", "One", { path: "/music/One.mp3" });

    const lines = (await textOf(m3u8Format, [track], { pathOf: () => named })).split("\n");

    expect(lines.slice(6)).toEqual([expected, ""]);
  });

  it("says at its end how many tracks it leaves out", async () => {
    const one = await textOf(m3u8Format, [money], { leftOut: 1 });
    const several = await textOf(m3u8Format, [], { leftOut: 12 });

    expect(one).toMatch(/\n# 1 track is left out: this machine has no file of them, [^\n]+\.\n$/);
    expect(several).toMatch(/\n# 12 tracks are left out: [^\n]+\.\n$/);
  });
});

describe("The playlist XSPF", () => {
  it("has location, names, length and estimates of each track", async () => {
    const elements = elementsOf(await textOf(xspfFormat, [money], { title: "A & B" }));

    const contents = Object.fromEntries(elements.map(({ name, text }) => [name, text]));
    expect(elements[0]).toMatchObject({
      name: "playlist",
      attributes: { version: "1", xmlns: "http://xspf.org/ns/0/" },
    });
    expect(elements[1]).toMatchObject({ name: "title", text: "A & B" });
    expect(contents).toMatchObject({
      location: "file:///music/Mon.mp3",
      identifier: "https://musicbrainz.org/recording/f27ec8db-af05-4f36-916e-3d57f91ecf5e",
      title: "Money",
      creator: "Pink Floyd",
      album: "Album & more",
      trackNum: "6",
      duration: "180000",
    });
    expect(contents["annotation"]).toMatch(note);
    expect(contents["annotation"]).toMatch(citation);
  });

  it("is well-formed whatever the names, which stay readable", async () => {
    const elements = elementsOf(await textOf(xspfFormat, awkward, { leftOut: 3, title: "--" }));

    const creators = elements.filter(({ name }) => name === "creator").slice(1);
    expect(creators.map(({ text }) => text)).toEqual(
      awkwardNames.map((name) =>
        name.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe]/g, "\ufffd"),
      ),
    );
  });
});

describe("The playlist JSPF", () => {
  it("is XSPF as JSON", async () => {
    const text = await textOf(jspfFormat, [money, ...awkward], { leftOut: 2 });

    const { playlist } = JSON.parse(text) as {
      playlist: { title: string; annotation: string; track: readonly { annotation: string }[] };
    };
    expect(playlist.title).toBe("Title");
    expect(playlist.annotation).toMatch(/^2 tracks are left out: /);
    expect(playlist.track).toHaveLength(1 + awkward.length);
    expect(playlist.track[0]).toMatchObject({
      location: ["file:///music/Mon.mp3"],
      title: "Money",
      creator: "Pink Floyd",
      duration: 180_000,
    });
    expect(playlist.track[0]?.annotation).toMatch(citation);
    expect(playlist.track.slice(1)).toMatchObject(
      awkwardNames.map((name) => ({ creator: name.toWellFormed() })),
    );
  });

  it("is whole without tracks", async () => {
    expect(JSON.parse(await textOf(jspfFormat, []))).toMatchObject({ playlist: { track: [] } });
  });
});

describe("The URL of a file", () => {
  it.each(["/a b/ö#?%25&+[x].mp3", "/new\nline", "/日本/𝄞.flac", "/back\\slash", "/'\"<>.ogg"])(
    "names the file %j again",
    (path) => {
      const url = fileUrlFrom(path);

      expect(fileURLToPath(url)).toBe(path);
      expect(url).toMatch(/^file:\/\/\/[\w%/.~!*'()-]+$/);
    },
  );

  it("has the drive of Windows as it is", () => {
    expect(fileUrlFrom("C:\\My Music\\a.mp3", "localhost")).toBe(
      "file://localhost/C:/My%20Music/a.mp3",
    );
  });
});
