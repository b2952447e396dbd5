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

  /** Sends a table with a key that may write. */
  const send = async (body: string | ReadableStream): Promise<Response> => {
    const { token } = await application.services.access.issue({ name: "w", scopes: ["write"] });
    const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" };
    const init = { method: "POST", headers, body, duplex: "half" } as const;
    return fetch(`${application.url}/api/audio/library/ids`, init);
  };

  it("are imported over REST too", async () => {
    const uploaded = "3vFOzaXqZHahrZp6enQwQb";

    const response = await send(`uri,isrc\nspotify:track:${uploaded},${isrc}\nnonsense,${isrc}`);

    expect(await response.json()).toMatchObject({
      success: true,
      data: { importedCount: 1, badCount: 1, badLines: [{ line: 3 }] },
    });
    expect(await bodyOf(`/v1/tracks/${uploaded}`)).toMatchObject({ name: "Salt" });
  });

  it("are refused in a table that turns out to be too large", async () => {
    const block = Buffer.from(`${byIsrc},${isrc}\n`.repeat(10_000));
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(sent === 0 ? Buffer.from("id,isrc\n") : block);
        sent += block.length;
        if (sent > 12_000_000) controller.close();
      },
    });

    const response = await send(endless);

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: "PAYLOAD_TOO_LARGE" } });
  });
});
