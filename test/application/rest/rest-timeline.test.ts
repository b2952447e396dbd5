import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { TimelineDocument } from "../../generated/operations.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const trackKey = trackKeyFrom("Pink Floyd", "Money");
const silentFilm = trackKeyFrom("Pink Floyd", "Silent Film");
const names = "artist=Pink+Floyd&track=Money";
const path = `/api/audio/analysis/${trackKey}/timeline`;

interface Answer {
  readonly data: Record<string, unknown>;
}

describe("Requesting the timeline of a track", () => {
  let analyzer: FakeAnalyzer;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer({ durationSeconds: 6, tempo: 120 }, sixSeconds);
    application = await openApplicationUnderTest({
      analyzer,
      clock: new ManualClock(),
      sources: [new FakeAudioSource({ lacks: [silentFilm] })],
      providers: [
        new FakeProvider("library", [
          candidate("Pink Floyd", "Money"),
          candidate("Pink Floyd", "06 - Money"),
          candidate("Pink Floyd", "Silent Film"),
        ]),
      ],
    });
  });
  afterEach(() => application.close());

  it("analyses the track, and returns its timeline with every field in order", async () => {
    const response = await application.get(`${path}?${names}`);

    const { data } = (await response.json()) as Answer;
    expect(response.status).toBe(200);
    expect(Object.keys(data).join(" ")).toBe(
      "artist trackKey trackName duration_ms coveredSeconds analysisVersion beats downbeats downbeatConfidence " +
        "sections loudnessCurve energyCurve tempoCurve tempoStability localKeys keyChanges cuePoints",
    );
    expect(data["sections"]).toEqual([
      { ...sixSeconds.sections[0], keyString: "A minor" },
      { ...sixSeconds.sections[1], keyString: "B minor" },
    ]);
    expect(data["loudnessCurve"]).toEqual(sixSeconds.loudnessCurve);
  });

  it("spells local keys and key changes as names and as Camelot codes", async () => {
    const response = await application.get(`${path}?${names}`);

    const { data } = (await response.json()) as Answer;
    const aMinor = { key: 9, mode: 0, keyString: "A minor", camelot: "8A", openKey: "1m" };
    const bMinor = { key: 11, mode: 0, keyString: "B minor", camelot: "10A", openKey: "3m" };
    expect(data["localKeys"]).toEqual([
      { startSeconds: 0, durationSeconds: 4, ...aMinor, confidence: 0.8 },
      { startSeconds: 4, durationSeconds: 2, ...bMinor, confidence: 0.6 },
    ]);
    expect(data["keyChanges"]).toEqual([
      { timeSeconds: 4, from: aMinor, to: bMinor, confidence: 0.6 },
    ]);
  });

  it("responds with 202 while the analysis is not ready", async () => {
    analyzer.hold();

    const response = await application.get(`${path}?${names}`, { prefer: "respond-async" });

    expect(response.status).toBe(202);
    expect(response.headers.get("retry-after")).toMatch(/^[0-9]+$/);
    expect(response.headers.get("preference-applied")).toBe("respond-async");
    expect(await response.json()).toMatchObject({ success: true, data: null });
  });

  it("responds with 304 to a client that already has it", async () => {
    const first = await application.get(`${path}?${names}`);
    const entityTag = first.headers.get("etag") ?? "";

    const second = await application.get(path, { "if-none-match": entityTag });

    expect(entityTag).toMatch(/^(W\/)?"/);
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
  });

  it("returns the same timeline for the id of the recording", async () => {
    const byKey = await application.get(`${path}?${names}`);
    const analysis = await application.get(path.replace("/timeline", ""));
    const { recording } = (await analysis.json()) as { recording: { recordingId: string } };

    const byId = await application.get(`/api/audio/analysis/${recording.recordingId}/timeline`);

    expect(byId.status).toBe(200);
    expect(await byId.json()).toEqual(await byKey.json());
    expect(analyzer.received).toHaveLength(1);
  });

  it("fails for a track that no search has found, and for one without audio", async () => {
    const unknown = await application.get(path);
    await application.get("/api/audio/search?track=Silent+Film");
    const silent = await application.get(`/api/audio/analysis/${silentFilm}/timeline`);

    expect([unknown.status, silent.status]).toEqual([404, 404]);
    expect(await unknown.json()).toMatchObject({ error: { code: "TRACK_NOT_FOUND" } });
    expect(await silent.json()).toMatchObject({ error: { code: "AUDIO_NOT_FOUND" } });
  });

  it("requires a key, and supports GET only", async () => {
    const withoutKey = await fetch(application.url + path);
    const posted = await fetch(application.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${application.token}` },
    });

    expect(withoutKey.status).toBe(401);
    expect(posted.status).toBe(405);
    expect(posted.headers.get("allow")).toContain("GET");
  });

  it.each([sixSeconds, emptyTimeline])("returns the same over GraphQL", async (timeline) => {
    const other = await openApplicationUnderTest({
      analyzer: new FakeAnalyzer({ durationSeconds: 6, tempo: 120 }, timeline),
      providers: [new FakeProvider("library", [candidate("Pink Floyd", "Money")])],
    });
    const rest = (await (await other.get(`${path}?${names}`)).json()) as Answer;

    const { data } = await askGraphql(other, TimelineDocument, { trackKey });
    await other.close();

    const { artist, trackKey: key, trackName, duration_ms, analysisVersion, ...parts } = rest.data;
    expect([artist, analysisVersion]).toEqual(["Pink Floyd", 1]);
    expect(data.analysis).toEqual({
      __typename: "TrackAnalysis",
      trackKey: key,
      trackName,
      durationMs: duration_ms,
      timeline: parts,
    });
  });
});

describe("Requesting many timelines", () => {
  it("reads the timelines of a batch at once, and only when they are requested", async () => {
    const database = await openDatabase({ url: "sqlite::memory:" });
    const store = new CountingAnalysisStore(new SqlAnalysisStore({ database }));
    const application = await openApplicationUnderTest({ analyses: store });
    const trackKeys = ["Money", "Time", "Echoes"].map((name) => trackKeyFrom("Pink Floyd", name));
    for (const name of ["Money", "Time", "Echoes"]) {
      await store.save({ ...analysisOf("Pink Floyd", name), timeline: sixSeconds });
    }
    const read = async (selection: string): Promise<number> => {
      store.readCount = 0;
      const query = `query ($trackKeys: [TrackKey!]!) { analyses(trackKeys: $trackKeys) { ... on TrackAnalysis { ${selection} } } }`;
      const { errors } = await askGraphql(application, query, { trackKeys });
      expect(errors).toBeUndefined();
      return store.readCount;
    };

    const without = await read("tempo");
    const withTimelines = await read("tempo timeline { tempoStability sections { label } }");
    await application.close();
    await database.close();

    expect([without, withTimelines]).toEqual([1, 2]);
  });
});
