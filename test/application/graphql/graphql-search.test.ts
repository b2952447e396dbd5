import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import {
  SearchDocument,
  SearchWithAnalysesDocument,
  TrackDocument,
  TrackKeyDocument,
} from "../../generated/operations.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const provider = new FakeProvider("library");
const other = new FakeProvider("other");

describe("Searching over GraphQL", () => {
  let database: Database;
  let store: CountingAnalysisStore;
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new CountingAnalysisStore(new SqlAnalysisStore({ database }));
    application = await openApplicationUnderTest({ providers: [provider, other], analyses: store });
  });
  beforeEach(() => {
    provider.replyWith([]);
    other.replyWith([]);
  });
  afterAll(async () => {
    await application.close();
    await database.close();
  });

  it("finds tracks with every value that REST returns", async () => {
    provider.replyWith([
      candidate("Pink Floyd", "06 - Cymbaline"),
      candidate("Pink Floyd", "Cymbaline", { kind: "remote", url: "https://example.org/a.jpg" }),
    ]);

    const { data } = await askGraphql(application, SearchDocument, {
      track: "Cymbaline",
      artist: "Pink Floyd",
    });

    expect(data.search).toEqual({
      results: [
        {
          trackName: "Cymbaline",
          artist: "Pink Floyd",
          thumbnailUrl: "https://example.org/a.jpg",
          trackKey: "f63116f780b3b1eb",
          matchScore: 1,
        },
        {
          trackName: "06 - Cymbaline",
          artist: "Pink Floyd",
          thumbnailUrl: `${application.url}/artwork/placeholder.svg`,
          trackKey: "a8f2836518d1c504",
          matchScore: 0.8895,
        },
      ],
      unavailableProviders: [],
    });
  });

  it("returns an empty result without an error", async () => {
    const { data, errors } = await askGraphql(application, SearchDocument, { track: "Xtal" });

    expect(errors).toBeUndefined();
    expect(data.search.results).toEqual([]);
  });

  it("succeeds when one provider fails, and names it", async () => {
    provider.replyWith([candidate("Pink Floyd", "Money")]);
    other.replyWith(new ProviderUnavailableError("other"));

    const { data } = await askGraphql(application, SearchDocument, { track: "Money" });

    expect(data.search.results).toHaveLength(1);
    expect(data.search.unavailableProviders).toEqual(["other"]);
  });

  it("reads the store once before and once after the jobs for a search of 30 with analyses", async () => {
    const found = Array.from({ length: 30 }, (_, i) => candidate("Overtone", `Piece ${i}`));
    provider.replyWith(found);
    store.reads.length = 0;

    const { data } = await askGraphql(application, SearchWithAnalysesDocument, { track: "Piece" });

    const states = new Set(data.search.results.map(({ analysis }) => analysis.__typename));
    expect(data.search.results).toHaveLength(30);
    expect([...states]).toEqual(["AnalysisPending"]);
    expect(store.reads.map((keys) => keys.length)).toEqual([30, 30]);
  });

  it("starts no analysis without compute", async () => {
    provider.replyWith([candidate("Overtone", "Quiet")]);

    const { data } = await askGraphql(application, SearchWithAnalysesDocument, { track: "Quiet" });

    expect(data.search.results[0]?.analysis).toEqual({
      __typename: "AnalysisPending",
      state: "NOT_REQUESTED",
      retryAfterSeconds: expect.any(Number) as number,
    });
  });

  it("computes the analyses of all results with compute, after one read", async () => {
    const found = Array.from({ length: 5 }, (_, i) => candidate("Overtone", `Computed ${i}`));
    provider.replyWith(found);
    store.reads.length = 0;

    const { data } = await askGraphql(application, SearchWithAnalysesDocument, {
      track: "Computed",
      compute: true,
    });

    const states = data.search.results.map(({ analysis }) => analysis.__typename);
    expect(states).toEqual(Array.from({ length: 5 }, () => "TrackAnalysis"));
    expect(store.reads[0]).toHaveLength(5);
  });

  it("returns the track that a search has found, by its key", async () => {
    provider.replyWith([
      { ...candidate("Aphex Twin", "Xtal"), album: "Works", durationSeconds: 293.6 },
    ]);
    await askGraphql(application, SearchDocument, { track: "Xtal" });

    const { data } = await askGraphql(application, TrackDocument, {
      trackKey: trackKeyFrom("Aphex Twin", "Xtal"),
    });

    expect(data.track).toEqual({
      trackKey: trackKeyFrom("Aphex Twin", "Xtal"),
      recordingId: null,
      trackName: "Xtal",
      artist: "Aphex Twin",
      artists: ["Aphex Twin"],
      album: "Works",
      albumArtist: null,
      trackNumber: null,
      discNumber: null,
      composer: null,
      label: null,
      work: null,
      movement: null,
      movementNumber: null,
      durationMs: 293_600,
      isrc: null,
      musicbrainzId: null,
      thumbnailUrl: `${application.url}/artwork/placeholder.svg`,
      providers: ["library"],
      analysis: { __typename: "AnalysisPending" },
    });
  });

  it("returns null for an unknown key", async () => {
    const { data, errors } = await askGraphql(application, TrackDocument, {
      trackKey: "0000000000000000",
    });

    expect([data.track, errors]).toEqual([null, undefined]);
  });

  it.each([
    ["Pink Floyd", "Money", "bc24aaa5a97c70ed"],
    ["Pink Floyd", "Cymbaline", "f63116f780b3b1eb"],
    ["Pink Floyd", "06 - Cymbaline", "a8f2836518d1c504"],
    ["Brian Adams", "Forgive", "43134f5237c98ee9"],
    ["Rihanna", "Rihanna - Love On The Brain", "b160e560ebc6895a"],
  ])("computes the track key of %s, %s", async (artist, track, trackKey) => {
    const { data } = await askGraphql(application, TrackKeyDocument, { artist, track });

    expect(data.trackKey).toBe(trackKey);
  });

  it("does not replace a plus sign when it computes a key", async () => {
    const names = { artist: "Florence + the Machine", track: "Dog Days" };

    const { data } = await askGraphql(application, TrackKeyDocument, names);

    expect(data.trackKey).toBe(trackKeyFrom(names.artist, names.track));
  });

  it.each([
    [{ track: "" }, "track"],
    [{ track: "a".repeat(201) }, "track"],
    [{ track: "a\0" }, "track"],
    [{ track: "a", artist: "\0" }, "artist"],
    [{ track: "a", limit: 0 }, "limit"],
    [{ track: "a", limit: 51 }, "limit"],
  ])("refuses %j as REST does", async (variables, parameter) => {
    const answer = await askGraphql(application, SearchDocument, variables);

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ parameter });
  });
});
