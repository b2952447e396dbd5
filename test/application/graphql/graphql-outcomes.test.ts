import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import { StorageFullError, TimedOutError } from "../../../src/domain/errors/availability-errors.js";
import {
  ProviderBadResponseError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const keyOf = (title: string): string => trackKeyFrom("Overtone", title);
const unknownKey = "0123456789abcdef";

const failureFields = "{ ... on AnalysisFailed { trackKey code retryAfterSeconds isRetryable } }";

/** Every field that starts one analysis, and its path in the response. */
const fields: readonly (readonly [string, string, (data: never) => unknown])[] = [
  [
    "analysis",
    `query ($key: TrackKey!) { analysis(trackKey: $key) ${failureFields} }`,
    (data: { analysis: unknown }) => data.analysis,
  ],
  [
    "analyses",
    `query ($key: TrackKey!) { analyses(trackKeys: [$key], compute: true) ${failureFields} }`,
    (data: { analyses: unknown[] }) => data.analyses[0],
  ],
  [
    "SearchResult.analysis",
    `query ($title: String!) { search(track: $title) { results { analysis(compute: true) ${failureFields} } } }`,
    (data: { search: { results: { analysis: unknown }[] } }) => data.search.results[0]?.analysis,
  ],
  [
    "Track.analysis",
    `query ($key: TrackKey!) { track(trackKey: $key) { analysis(compute: true) ${failureFields} } }`,
    (data: { track: { analysis: unknown } }) => data.track.analysis,
  ],
];

const failures: readonly (readonly [string, Error, boolean])[] = [
  ["ANALYZER_BUSY", new AnalyzerBusyError(8), true],
  ["STORAGE_FULL", new StorageFullError(), true],
  ["PROVIDER_UNAVAILABLE", new ProviderUnavailableError("deezer"), true],
  ["PROVIDER_BAD_RESPONSE", new ProviderBadResponseError("deezer"), true],
  ["PROVIDER_RATE_LIMITED", new ProviderRateLimitedError("deezer", 30), true],
  ["TIMED_OUT", new TimedOutError("The download", 30), true],
  ["AUDIO_UNDECODABLE", new AudioUndecodableError("it is damaged"), false],
  ["INTERNAL", new Error("a bug"), true],
];

/** For how long failures are stored; 60 seconds if absent. */
const REMEMBERED_SECONDS: Readonly<Record<string, number>> = { STORAGE_FULL: 10 };

describe("The reason why there is no analysis", () => {
  const lost = "Lost";
  const titles = [...failures.map(([code]) => code), lost];
  let analyzer: FakeAnalyzer;
  let provider: FakeProvider;
  let application: ApplicationUnderTest;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer();
    provider = new FakeProvider(
      "library",
      titles.map((title) => candidate("Overtone", title)),
    );
    application = await openApplicationUnderTest({
      analyzer,
      providers: [provider],
      sources: [new FakeAudioSource({ lacks: [trackKeyFrom("Overtone", lost)] })],
    });
    await application.get("/api/audio/search?track=Overtone");
  });
  afterEach(() => application.close());

  it.each(fields)("is a value, not an error, of %s", async (_field, query, found) => {
    for (const [code, error, isRetryable] of failures) {
      analyzer.answerWith(error);
      provider.replyWith([candidate("Overtone", code)]);

      const variables = query.includes("$key") ? { key: keyOf(code) } : { title: code };
      const { data, errors } = await askGraphql(application, query, variables);

      expect(errors).toBeUndefined();
      expect(found(data as never)).toEqual({
        trackKey: keyOf(code),
        code,
        retryAfterSeconds: REMEMBERED_SECONDS[code] ?? 60,
        isRetryable,
      });
    }
  });

  it.each(fields)("is a value of %s when no source has the audio", async (_f, query, found) => {
    provider.replyWith([candidate("Overtone", lost)]);

    const variables = query.includes("$key") ? { key: keyOf(lost) } : { title: lost };
    const { data, errors } = await askGraphql(application, query, variables);

    expect(errors).toBeUndefined();
    expect(found(data as never)).toMatchObject({ code: "AUDIO_NOT_FOUND", isRetryable: false });
  });

  it.each([
    ["is unknown to every provider", {}, "TRACK_NOT_FOUND", false],
    [
      "would have to be searched for where every provider fails",
      { artist: "Pink Floyd", track: "Money" },
      "PROVIDER_UNAVAILABLE",
      true,
    ],
  ])("is a value when the track %s", async (_what, names, code, isRetryable) => {
    provider.replyWith(new ProviderUnavailableError("library"));
    const trackKey = "track" in names ? trackKeyFrom(names.artist, names.track) : unknownKey;
    const query = `query ($key: TrackKey!, $artist: String, $track: String) {
      analysis(trackKey: $key, artist: $artist, track: $track) ${failureFields}
    }`;

    const { data, errors } = await askGraphql(application, query, { key: trackKey, ...names });

    expect(errors).toBeUndefined();
    expect(data).toEqual({
      analysis: { trackKey, code, retryAfterSeconds: 5, isRetryable },
    });
  });

  it("is a value of each track of a mutation, and over REST", async () => {
    analyzer.answerWith(new ProviderRateLimitedError("deezer", 30));
    const trackKeys = [keyOf("INTERNAL"), unknownKey];
    const document = `mutation ($keys: [TrackKey!]!) { requestAnalysis(trackKeys: $keys) ${failureFields} }`;
    await application.get(`/api/audio/analysis/${trackKeys[0]}`);

    const { data, errors } = await askGraphql(application, document, { keys: trackKeys });
    const batch = await application.get(`/api/audio/analysis?trackKeys=${trackKeys.join()}`);

    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      requestAnalysis: [
        { code: "PROVIDER_RATE_LIMITED", retryAfterSeconds: 60, isRetryable: true },
        { code: "TRACK_NOT_FOUND", retryAfterSeconds: 5, isRetryable: false },
      ],
    });
    expect(await batch.json()).toMatchObject({
      data: [
        { error: { code: "PROVIDER_RATE_LIMITED" }, retryAfterSeconds: 60 },
        { error: { code: "TRACK_NOT_FOUND" }, retryAfterSeconds: null },
      ],
    });
  });
});
