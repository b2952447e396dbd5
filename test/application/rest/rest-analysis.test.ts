import { analysisFields, byField } from "../../../src/domain/analysis/descriptors.js";
import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { timeOf } from "../../adapters/storage/time-of-clock.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

const trackKey = trackKeyFrom("Overtone", "Four on the Floor");
const path = `/api/audio/analysis/${trackKey}`;
const search = "/api/audio/search?track=Four+on+the+Floor";
/** How long a request waits for an analysis by default, in milliseconds. */
const DEFAULT_WAIT_MS = 20_000;
const silentFilm = trackKeyFrom("Overtone", "Silent Film");

describe("Requesting an analysis over REST", () => {
  let analyzer: FakeAnalyzer;
  let clock: ManualClock;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer({ durationSeconds: 30, tempo: 128, key: 9, mode: 0 });
    clock = new ManualClock();
    application = await openApplicationUnderTest({
      ...{ analyzer, clock, sharedTime: timeOf(clock) },
      sources: [new FakeAudioSource({ lacks: [silentFilm] })],
      providers: [
        new FakeProvider("library", [
          candidate("Overtone", "Four on the Floor"),
          candidate("Overtone", "Silent Film"),
        ]),
      ],
    });
  });

  afterEach(() => application.close());

  it("returns the analysis of a track that was found, with every field", async () => {
    await application.get(search);

    const response = await application.get(path);

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      data: {
        artist: "Overtone",
        trackKey,
        trackName: "Four on the Floor",
        duration_ms: 30_000,
        ...byField(analysisFields, () => null),
        tempo: 128,
        key: 9,
        keyString: "A minor",
        mode: 0,
        mood: { happy: null, sad: null, relaxed: null, aggressive: null },
        meta: { artist: "Overtone", track: "Four on the Floor" },
      },
      recording: {
        recordingId: expect.stringMatching(/^rec:[0-9a-f]{16}$/) as string,
        isVerified: true,
        isPinned: false,
        otherRecordings: 0,
      },
    });
  });

  it("returns the same analysis for the id of the recording", async () => {
    await application.get(search);
    const byKey = (await (await application.get(path)).json()) as {
      readonly recording: { readonly recordingId: string };
    };

    const byId = await application.get(`/api/audio/analysis/${byKey.recording.recordingId}`);
    const unknown = await application.get("/api/audio/analysis/rec:0123456789abcdef");

    expect(await byId.json()).toEqual(byKey);
    expect(unknown.status).toBe(404);
  });

  it("keeps the order of fields in the contract", async () => {
    await application.get(search);

    const response = await application.get(path);

    const { data } = (await response.json()) as { data: object };
    const contract = (
      "artist trackKey trackName duration_ms tempo key keyString mode timeSignature energy " +
      "liveness danceability instrumentalness speechiness valence arousal approachability " +
      "engagement mood meta"
    ).split(" ");
    // Other fields may stand between them.
    expect(Object.keys(data).filter((name) => contract.includes(name))).toEqual(contract);
  });

  it("refuses a key that no search has returned, and says to search first", async () => {
    const response = await application.get(path);

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      success: false,
      data: null,
      error: {
        code: "TRACK_NOT_FOUND",
        message: expect.stringContaining("Search for it first") as string,
        trackKey,
      },
    });
  });

  it("searches by itself when artist and track are given and hash to the key", async () => {
    const response = await application.get(`${path}?artist=Overtone&track=Four%2Bon%2Bthe%2BFloor`);

    expect(response.status).toBe(200);
    expect(analyzer.received).toHaveLength(1);
  });

  it("does not require names that were given when a search for them finds nothing", async () => {
    const nobody = trackKeyFrom("Nobody", "Nothing");

    const response = await application.get(
      `/api/audio/analysis/${nobody}?artist=Nobody&track=Nothing`,
    );

    expect(response.status).toBe(404);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe("TRACK_NOT_FOUND");
    expect(error.message).toContain("A search for its artist and track does not find it.");
  });

  it("does not search when they hash to another key", async () => {
    const response = await application.get(`${path}?artist=Overtone&track=Silent+Film`);

    expect(response.status).toBe(404);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe("TRACK_NOT_FOUND");
    expect(error.message).toContain(`have the key "${silentFilm}". Search for them first.`);
  });

  it("analyses once, and then responds from the store", async () => {
    await application.get(search);

    await application.get(path);
    await application.get(path);

    expect(analyzer.received).toHaveLength(1);
  });

  it("sets a strong tag, and sends an analysis once to a client that caches it", async () => {
    await application.get(search);

    const first = await application.get(path);
    const entityTag = first.headers.get("etag");
    const again = await application.get(path, { "if-none-match": `"other", W/${entityTag}` });
    const other = await application.get(path, { "if-none-match": '"other"' });

    expect(entityTag).toMatch(new RegExp(`^"${trackKey}-v1-[0-9a-f]{16}"$`));
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([
      304,
      entityTag,
      "",
    ]);
    expect(other.status).toBe(200);
  });

  it("responds with 202 at once to a client that prefers not to wait", async () => {
    await application.get(search);
    const release = analyzer.hold();

    const response = await application.get(path, { prefer: "respond-async" });

    expect(response.status).toBe(202);
    expect(response.headers.get("preference-applied")).toBe("respond-async");
    expect(response.headers.get("retry-after")).toMatch(/^[1-9][0-9]*$/);
    expect(await response.json()).toEqual({
      success: true,
      data: null,
      status: "processing",
      position: null,
      message: expect.any(String) as string,
    });
    release();
    expect((await application.get(path)).status).toBe(200);
  });

  it("waits as long as the client prefers, or as configured by default", async () => {
    await application.get(search);
    const release = analyzer.hold();
    const shortWait = application.get(path, { prefer: "wait=7" });
    const defaultWait = application.get(path);
    await whenWaiting(clock, 7_000);
    await whenWaiting(clock, DEFAULT_WAIT_MS);

    clock.advance(7_000);
    const early = await shortWait;
    clock.advance(13_000);
    const late = await defaultWait;

    expect([early.status, early.headers.get("preference-applied")]).toEqual([202, "wait=7"]);
    expect([late.status, late.headers.get("preference-applied")]).toEqual([202, null]);
    release();
  });

  it("returns the wait that was allowed, where the client preferred a longer one", async () => {
    await application.get(search);
    const release = analyzer.hold();
    const cappedWait = application.get(path, { prefer: "wait=99999" });
    await whenWaiting(clock, DEFAULT_WAIT_MS);

    clock.advance(20_000);
    const response = await cappedWait;

    expect(response.status).toBe(202);
    expect(response.headers.get("preference-applied")).toBe("wait=20");
    release();
  });

  it("fails for a track without audio in any source", async () => {
    await application.get("/api/audio/search?track=Silent+Film");

    const response = await application.get(`/api/audio/analysis/${silentFilm}`);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { code: "AUDIO_NOT_FOUND", trackKey: silentFilm },
    });
  });

  it("reports that audio cannot be decoded, and does not retry for a while", async () => {
    await application.get(search);
    analyzer.answerWith(new AudioUndecodableError("the file is empty"));

    const [first, second] = [await application.get(path), await application.get(path)];
    analyzer.answerWith({});
    clock.advance(60_000);
    const later = await application.get(path);

    expect([first.status, second.status]).toEqual([422, 422]);
    expect(await first.json()).toMatchObject({
      error: { code: "AUDIO_UNDECODABLE", reason: "the file is empty" },
    });
    expect(later.status).toBe(200);
    expect(analyzer.received).toHaveLength(2);
  });

  it("returns Retry-After when the analyzer is busy", async () => {
    await application.get(search);
    analyzer.answerWith(new AnalyzerBusyError(8));

    const response = await application.get(path);

    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "8"]);
    expect(await response.json()).toMatchObject({ error: { code: "ANALYZER_BUSY" } });
  });

  it("continues the analysis when the client disconnects, without an error", async () => {
    await application.get(search);
    const release = analyzer.hold();
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${application.token}` };
    const left = fetch(application.url + path, { headers, signal: leaving.signal });
    await whenWaiting(clock, DEFAULT_WAIT_MS);

    leaving.abort();
    await expect(left).rejects.toThrow();
    await whenWaiting(clock, DEFAULT_WAIT_MS, 0);
    release();
    const response = await application.get(path);

    expect(response.status).toBe(200);
    expect(analyzer.received).toHaveLength(1);
    const complaints = application.logger.lines.filter(({ level }) =>
      ["warn", "error"].includes(level),
    );
    expect(complaints).toEqual([]);
  });
});

/** Resolves when exactly this many requests wait that wait for this long at most. */
async function whenWaiting(
  clock: ManualClock,
  limitMilliseconds: number,
  count = 1,
): Promise<void> {
  await waitUntil(() => clock.sleeperCountOf(limitMilliseconds) === count);
}
