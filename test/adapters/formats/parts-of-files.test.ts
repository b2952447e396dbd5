import { csvFormat } from "../../../src/adapters/formats/csv-format.js";
import { jspfFormat } from "../../../src/adapters/formats/jspf-format.js";
import { m3u8Format } from "../../../src/adapters/formats/m3u8-format.js";
import { rekordboxFormat } from "../../../src/adapters/formats/rekordbox-format.js";
import { xspfFormat } from "../../../src/adapters/formats/xspf-format.js";
import type { TrackFormat } from "../../../src/ports/export/track-format.js";
import { bytesOf, exportedTrack } from "./exported-content.js";

/** Two tracks of one file: one ends before the end of the file, the other with it. */
const tracks = [
  exportedTrack("Ann", "One", {
    path: "/music/disc.flac",
    range: { number: 1, startFrame: 75, endFrame: 400 },
    analysis: { beats: [0.1, 0.6, 1.1], downbeats: [0.1] },
  }),
  exportedTrack("Ann", "Two", {
    path: "/music/disc.flac",
    range: { number: 2, startFrame: 400 },
  }),
];

const textIn = async (format: TrackFormat): Promise<string> =>
  (await bytesOf(format, tracks)).toString();

describe("A track that is a part of a file", () => {
  it("has its place in M3U as VLC reads it", async () => {
    const lines = (await textIn(m3u8Format)).split("\n");

    expect(lines.filter((line) => /^#EXTVLCOPT|^\//.test(line))).toEqual([
      "#EXTVLCOPT:start-time=1.000",
      "#EXTVLCOPT:stop-time=5.333",
      "/music/disc.flac",
      "#EXTVLCOPT:start-time=5.333",
      "/music/disc.flac",
    ]);
  });

  it("has its place in XSPF and JSPF in the extension of VLC", async () => {
    const options = [["start-time=1.000", "stop-time=5.333"], ["start-time=5.333"]];

    const xspf = await textIn(xspfFormat);
    const jspf = JSON.parse(await textIn(jspfFormat)) as {
      playlist: { track: { extension: Record<string, { option: string[] }[]> }[] };
    };

    const application = "http://www.videolan.org/vlc/playlist/0";
    const extensions = xspf.match(/<extension application="[^"]*">.*<\/extension>/g) ?? [];
    expect(extensions).toHaveLength(2);
    expect(extensions.map((one) => one.includes(`"${application}"`))).toEqual([true, true]);
    expect(extensions.map((one) => one.match(/[a-z]+-time=[0-9.]+/g))).toEqual(options);
    const { track } = jspf.playlist;
    expect(track.map(({ extension }) => extension[application]?.[0]?.option)).toEqual(options);
  });

  it("has its beats and cues in rekordbox where they are in the file", async () => {
    const xml = await textIn(rekordboxFormat);

    const starts = [...xml.matchAll(/(?:Inizio|Start)="([0-9.]+)"/g)].map(([, start]) => start);
    expect(starts).toEqual(["1.100", "1.000", "5.000", "5.333", "9.333"]);
  });

  it("has columns of its place in tables", async () => {
    const [names = "", ...rows] = (await textIn(csvFormat)).trim().split("\r\n");

    expect(names.split(",").slice(-2)).toEqual(["startSeconds", "endSeconds"]);
    expect(rows.map((row) => row.split(",").slice(-2).map(Number))).toEqual([
      [1, 400 / 75],
      [400 / 75, 0],
    ]);
  });
});
