import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { write } from "../../adapters/library/tag-writing/tag-access.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const trackKey = trackKeyFrom("Ann", "Song");
const query = `query ($trackKey: TrackKey!) {
  track(trackKey: $trackKey) {
    tagged {
      tempo key mode keyString trackGain trackPeak musicbrainzRecordingId musicbrainzTrackId
      musicbrainzReleaseId musicbrainzReleaseGroupId musicbrainzArtistIds
    }
  }
}`;

describe("A library file with values in its tags", () => {
  const analyzer = new FakeAnalyzer({ tempo: 99 });
  let application: ApplicationUnderTest;
  let path: string;
  beforeEach(async () => {
    const folder = await musicFolder();
    path = join(folder, "song.aiff");
    await writeFile(path, taggedAiff({ TPE1: "Ann", TIT2: "Song", TBPM: "128", TKEY: "8A" }));
    const given = { analyzer, sources: undefined, providers: undefined };
    application = await openApplicationUnderTest(given, { LIBRARY_DIRS: folder });
    await measured();
  });
  afterEach(async () => {
    await application.close();
    await removeMusicFolders();
  });

  /** Scans and analyses the library; returns how many files have been measured until now. */
  async function measured(): Promise<number> {
    const { library, libraryAnalysis } = application.services;
    await library.scanAll();
    await libraryAnalysis.finish(new AbortController().signal);
    return analyzer.received.length;
  }

  it("has them beside Overtone's own, the same over both edges", async () => {
    const expected = {
      ...{ tempo: 128, key: 9, mode: 0, keyString: "A minor", trackGain: null, trackPeak: null },
      ...{ musicbrainzRecordingId: null, musicbrainzTrackId: null, musicbrainzReleaseId: null },
      ...{ musicbrainzReleaseGroupId: null, musicbrainzArtistIds: [] },
    };

    const overGraphql = await askGraphql(application, query, { trackKey });
    const overRest = await application.get(`/api/audio/tracks/${trackKey}`);
    const analysis = await application.get(`/api/audio/analysis/${trackKey}`);

    expect(overGraphql).toMatchObject({ data: { track: { tagged: expected } } });
    expect(await overRest.json()).toMatchObject({ data: { tracks: [{ tagged: expected }] } });
    expect(await analysis.json()).toMatchObject({ data: { tempo: 99 } });
  });

  it("is not analysed anew after other values were written to it", async () => {
    const before = analyzer.received.length;

    await write(path, { bpm: [{ value: "99" }], trackGain: [{ value: "-6.54 dB" }] });
    const after = await measured();
    const answer = await application.get(`/api/audio/tracks/${trackKey}`);

    expect(after).toBe(before);
    expect(await answer.json()).toMatchObject({
      data: { tracks: [{ tagged: { tempo: 99, trackGain: -6.54 } }] },
    });
  });
});
