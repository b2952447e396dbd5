import { Readable } from "node:stream";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { findIsrc, type TrackCandidate } from "../../../src/domain/track/track.js";
import type { TrackId } from "../../../src/domain/track/track-id.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeDirectory } from "../../fakes/fake-directory.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const byIsrc = "0vFOzaXqZHahrZp6enQwQb";
const byName = "1vFOzaXqZHahrZp6enQwQb";
const unlisted = "2vFOzaXqZHahrZp6enQwQb";
const isrc = findIsrc("GBN9Y1100088")!;

/** A directory that knows one ISRC, and nothing of ids of Spotify. */
class IsrcDirectory extends FakeDirectory {
  override find(id?: TrackId): Promise<readonly TrackCandidate[]> {
    const isKnown = id?.kind === "isrc" && id.isrc === isrc;
    return Promise.resolve(isKnown ? [{ ...candidate("Mirabel Oake", "Salt"), isrc }] : []);
  }
}

describe("Imported ids of Spotify", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({
      analyzer: new FakeAnalyzer({ tempo: 120 }),
      providers: [new FakeProvider("library", [candidate("Ann", "Water")])],
      directories: [new IsrcDirectory("library")],
    });
    await application.get("/api/audio/search?track=Water");
    const table = `id,isrc,artist,title\n${byIsrc},${isrc},,\n${byName},GBN9Y1100099,Ann,Water\n`;
    await application.services.idImport.import(Readable.from([Buffer.from(table)]));
  });
  afterAll(() => application.close());

  const bodyOf = async (path: string): Promise<unknown> => (await application.get(path)).json();

  it("name a track by its ISRC, and where no track has it, by artist and title", async () => {
    expect(await bodyOf(`/v1/tracks/${byIsrc}`)).toMatchObject({ name: "Salt", id: byIsrc });
    expect(await bodyOf(`/v1/tracks/${byName}`)).toMatchObject({ name: "Water", id: byName });
    expect((await application.get(`/v1/tracks/${unlisted}`)).status).toBe(404);
  });

  it("are accepted wherever ids are", async () => {
    const features = await bodyOf(`/v1/audio-features?ids=${byIsrc},${unlisted},${byName}`);
    const analysis = await bodyOf(`/v1/audio-analysis/spotify:track:${byIsrc}`);
    const recommended = await application.get(`/v1/recommendations?seed_tracks=${byIsrc}`);
    const found = await bodyOf(`/api/audio/tracks/spotify:${byName}`);

    expect(features).toMatchObject({
      audio_features: [{ id: byIsrc, tempo: 120 }, null, { id: byName, tempo: 120 }],
    });
    expect(analysis).toMatchObject({ track: { tempo: 120 } });
    expect(recommended.status).toBe(200);
    expect(found).toMatchObject({ data: { tracks: [{ trackKey: trackKeyFrom("Ann", "Water") }] } });
  });
});
