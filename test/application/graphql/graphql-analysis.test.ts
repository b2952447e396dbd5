import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { AnalysesDocument, AnalysisDocument, SearchDocument } from "../../generated/operations.js";
import { askGraphql, byKeys, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const artist = "Overtone";
const silentKey = trackKeyFrom(artist, "Without audio");
const unknownKey = "0000000000000000";

describe("Analyses over GraphQL", () => {
  let analyzer: FakeAnalyzer;
  let provider: FakeProvider;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer({ tempo: 128.02, key: 9, mode: 0, timeSignature: 4, happy: 0.25 });
    provider = new FakeProvider("library");
    application = await openApplicationUnderTest({
      analyzer,
      providers: [provider],
      sources: [new FakeAudioSource({ lacks: [silentKey] })],
    });
  });
  afterEach(() => application.close());

  const found = async (...titles: string[]): Promise<string[]> => {
    provider.replyWith(titles.map((title) => candidate(artist, title)));
    await askGraphql(application, SearchDocument, { track: "any" });
    return titles.map((title) => trackKeyFrom(artist, title));
  };

  it("analyses a track that was searched for, and returns every value", async () => {
    const [trackKey = ""] = await found("Four on the Floor");

    const { data } = await askGraphql(application, AnalysisDocument, { by: { key: trackKey } });

    expect(data.analysis).toMatchObject({
      __typename: "TrackAnalysis",
      trackKey,
      artist,
      trackName: "Four on the Floor",
      durationMs: 30_000,
      tempo: 128.02,
      key: 9,
      mode: 0,
      keyString: "A minor",
      camelot: "8A",
      openKey: "1m",
      timeSignature: 4,
      energy: null,
      mood: { happy: 0.25, sad: null, relaxed: null, aggressive: null },
      beats: [],
      downbeats: [],
      tempoRivals: [],
      analysisVersion: 1,
      analyzedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      source: "library",
    });
  });

  it("returns the confidence and the method of every estimate", async () => {
    const [trackKey = ""] = await found("Four on the Floor");

    const { data } = await askGraphql(application, AnalysisDocument, { by: { key: trackKey } });

    const { details } = data.analysis as Extract<
      typeof data.analysis,
      { __typename: "TrackAnalysis" }
    >;
    expect(details).toHaveLength(22);
    expect(details).toContainEqual({
      field: "tempo",
      value: 128.02,
      confidence: 0.8,
      method: "MEASURED",
    });
    expect(details).toContainEqual({
      field: "loudness",
      value: null,
      confidence: 0,
      method: "MEASURED",
    });
  });

  it("returns the state of an analysis that is not ready in time", async () => {
    const [trackKey = ""] = await found("Long");
    const release = analyzer.hold();

    const { data, errors } = await askGraphql(application, AnalysisDocument, {
      by: { key: trackKey },
      waitSeconds: 0,
    });
    release();

    expect(errors).toBeUndefined();
    expect(data.analysis).toEqual({
      __typename: "AnalysisPending",
      trackKey,
      state: expect.stringMatching(/^(QUEUED|PROCESSING)$/) as string,
      retryAfterSeconds: expect.any(Number) as number,
      position: null,
    });
  });

  it("searches by itself for a track whose names hash to the key", async () => {
    provider.replyWith([candidate("Pink Floyd", "Money")]);

    const { data } = await askGraphql(application, AnalysisDocument, {
      by: { names: { artist: "Pink Floyd", track: "Money" } },
    });

    expect(data.analysis).toMatchObject({ __typename: "TrackAnalysis", trackName: "Money" });
  });

  it("returns a failure for an unknown key, with REST's code", async () => {
    const { data, errors } = await askGraphql(application, AnalysisDocument, {
      by: { key: unknownKey },
    });

    expect(errors).toBeUndefined();
    expect(data.analysis).toMatchObject({ __typename: "AnalysisFailed", code: "TRACK_NOT_FOUND" });
  });

  it("returns a failure for a track without audio, with REST's code", async () => {
    const [trackKey = ""] = await found("Without audio");

    const { data } = await askGraphql(application, AnalysisDocument, { by: { key: trackKey } });

    expect(data.analysis).toMatchObject({ __typename: "AnalysisFailed", code: "AUDIO_NOT_FOUND" });
  });

  it("returns a failure for audio that cannot be decoded, with REST's code", async () => {
    const [trackKey = ""] = await found("Damaged");
    analyzer.answerWith(new AudioUndecodableError("it is cut short"));

    const { data } = await askGraphql(application, AnalysisDocument, { by: { key: trackKey } });

    expect(data.analysis).toEqual({
      __typename: "AnalysisFailed",
      trackKey,
      code: "AUDIO_UNDECODABLE",
      message: "The audio cannot be decoded: it is cut short.",
      retryAfterSeconds: 60,
      isRetryable: false,
    });
  });

  it("masks an analysis that failed with an internal error, and logs the error", async () => {
    const [trackKey = ""] = await found("Buggy");
    analyzer.answerWith(new Error("password=hunter2"));

    const { data } = await askGraphql(application, AnalysisDocument, { by: { key: trackKey } });

    expect(data.analysis).toEqual({
      __typename: "AnalysisFailed",
      trackKey,
      code: "INTERNAL",
      message: "An internal error occurred.",
      retryAfterSeconds: 60,
      isRetryable: true,
    });
    expect(application.logger.lines.filter(({ level }) => level === "error")).toEqual([
      expect.objectContaining({ facts: expect.objectContaining({ trackKey }) as object }),
    ]);
  });

  it("returns many keys in their order, each with its own result", async () => {
    const [ready = "", missing = "", idle = ""] = await found("Ready", "Without audio", "Idle");
    await askGraphql(application, AnalysisDocument, { by: { key: ready } });
    await askGraphql(application, AnalysisDocument, { by: { key: missing } });

    const { data } = await askGraphql(application, AnalysesDocument, {
      tracks: byKeys([idle, missing, ready, idle]),
    });

    const pending = { __typename: "AnalysisPending", trackKey: idle, state: "NOT_REQUESTED" };
    expect(data.analyses).toEqual([
      pending,
      { __typename: "AnalysisFailed", trackKey: missing, code: "AUDIO_NOT_FOUND" },
      { __typename: "TrackAnalysis", trackKey: ready, trackName: "Ready", tempo: 128.02 },
      pending,
    ]);
  });

  it("starts many analyses on request, one for each key", async () => {
    const [one = "", two = ""] = await found("One", "Two");

    const { data } = await askGraphql(application, AnalysesDocument, {
      tracks: byKeys([one, two, one, unknownKey]),
      compute: true,
    });

    expect(data.analyses.map(({ __typename }) => __typename)).toEqual([
      "TrackAnalysis",
      "TrackAnalysis",
      "TrackAnalysis",
      "AnalysisFailed",
    ]);
    expect(analyzer.received).toHaveLength(2);
  });

  it.each([
    [100, []],
    [101, ["INVALID_INPUT"]],
  ])("answers a batch of %i keys with errors %j", async (count, codes) => {
    const trackKeys = Array.from({ length: count }, (_, i) => trackKeyFrom(artist, `${i}`));

    const answer = await askGraphql(application, AnalysesDocument, { tracks: byKeys(trackKeys) });

    expect(codesOf(answer)).toEqual(codes);
  });

  it.each([-1, -0.001])("refuses to wait for %d seconds", async (waitSeconds) => {
    const answer = await askGraphql(application, AnalysisDocument, {
      by: { key: unknownKey },
      waitSeconds,
    });

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ parameter: "waitSeconds" });
  });

  it.each([
    ["15 characters", "bc24aaa5a97c70e"],
    ["17 characters", "bc24aaa5a97c70ed0"],
    ["upper case", "BC24AAA5A97C70ED"],
    ["a number", 1234567890123456],
    ["another alphabet", "zzzzzzzzzzzzzzzz"],
  ])("refuses a key of %s in a variable, a literal and a list alike", async (_, trackKey) => {
    const literal = JSON.stringify(trackKey);
    const answers = await Promise.all([
      askGraphql(application, AnalysisDocument, { by: { key: trackKey } }),
      askGraphql(application, AnalysesDocument, { tracks: [{ key: trackKey }] }),
      askGraphql(application, `{ track(trackKey: ${literal}) { artist } }`),
      askGraphql(application, `{ analyses(trackKeys: [${literal}]) { __typename } }`),
    ]);

    for (const answer of answers) {
      expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
      expect(answer.errors?.[0]).toMatchObject({
        message: 'The parameter "trackKey" must be 16 lower-case hex characters.',
        extensions: { parameter: "trackKey" },
      });
    }
  });
});
