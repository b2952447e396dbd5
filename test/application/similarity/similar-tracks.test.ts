import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import type { Measurements } from "../../fakes/measured-audio.js";
import { MixPathDocument, SimilarTracksDocument } from "../../generated/operations.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

/** A tenth of the way from slow and sad to fast and happy. */
const tenth = (step: number): Measurements => ({
  tempo: 90 * 2 ** (step / 20),
  key: 9,
  mode: 0,
  energy: step / 10,
  danceability: 0.5,
  valence: step / 10,
  arousal: step / 10,
  loudness: -12,
  happy: step / 10,
  sad: 1 - step / 10,
  relaxed: 0.4,
  aggressive: 0.2,
  instrumentalness: 0.9,
  speechiness: 0.05,
  liveness: 0.1,
  approachability: 0.6,
  engagement: 0.5,
});

const measured: readonly [title: string, Measurements][] = [
  ["Zero", tenth(0)],
  ["One", tenth(1)],
  ["Four", { ...tenth(4), key: 4 }],
  ["Six", { ...tenth(6), key: 4, danceability: 0.9 }],
  ["Nine", { ...tenth(9), key: 0, mode: 1 }],
  ["Still", { durationSeconds: 60, energy: 0.1 }],
];

const keyOf = (title: string): string => trackKeyFrom("Artist", title);

interface Envelope {
  readonly data: never;
  readonly error: Record<string, unknown>;
}

describe("Similar tracks and mixes", () => {
  const analyzer = new FakeAnalyzer();
  const provider = new FakeProvider("library");
  let application: ApplicationUnderTest;

  const rest = async (path: string): Promise<Envelope> =>
    (await (await application.get(path)).json()) as Envelope;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ analyzer, providers: [provider] });
    for (const [title, values] of measured) {
      analyzer.answerWith(values);
      provider.replyWith([candidate("Artist", title)]);
      await application.get(`/api/audio/search?track=${title}`);
      await application.get(`/api/audio/analysis/${keyOf(title)}`);
    }
    provider.replyWith([candidate("Artist", "Unheard"), candidate("Artist", "04 - Zero")]);
    await application.get("/api/audio/search?track=Unheard");
  });
  afterAll(() => application.close());

  const titlesOf = (similar: unknown): string[] =>
    (similar as { track: { trackName: string } }[]).map(({ track }) => track.trackName);

  it("are ordered by similarity, each with the fields that are close", async () => {
    const { data } = await askGraphql(application, SimilarTracksDocument, {
      trackKey: keyOf("Zero"),
    });

    const similar = data.track?.similar ?? [];
    expect(titlesOf(similar)).toEqual(["One", "Four", "Six", "Nine"]);
    const similarities = similar.map(({ similarity }) => similarity);
    expect(similarities).toEqual([...similarities].sort((one, other) => other - one));
    expect(similarities[0]).toBeGreaterThan(0.8);
    const [reason] = similar[0]?.reasons ?? [];
    expect(reason).toMatchObject({ field: "arousal", value: 0, otherValue: 0.1 });
    expect(reason?.closeness).toBeGreaterThan(0.8);
  });

  it("use the weights of the request", async () => {
    const nothing = { rhythm: 0, harmony: 0, intensity: 0, mood: 0, voice: 0, appeal: 0 };

    const { data } = await askGraphql(application, SimilarTracksDocument, {
      trackKey: keyOf("Six"),
      weights: { ...nothing, harmony: 1, mode: 0 },
    });

    const [first, ...others] = data.track?.similar ?? [];
    expect(first).toMatchObject({ track: { trackName: "Four" }, similarity: 1 });
    expect(first?.reasons).toEqual([{ field: "key", value: 4, otherValue: 4, closeness: 1 }]);
    for (const { similarity } of others) expect(similarity).toBeLessThan(1);
  });

  it("are the same over REST and GraphQL", async () => {
    const weights = "weights.mood=2&weights.tempo=0.5&weights.key=0";
    const { data: plain } = await rest(
      `/api/audio/tracks/${keyOf("One")}/similar?limit=3&${weights}`,
    );
    const { data: plainMix } = await rest(
      `/api/audio/mix-path?from=${keyOf("Zero")}&to=${keyOf("Nine")}&length=5`,
    );

    const { data } = await askGraphql(application, SimilarTracksDocument, {
      trackKey: keyOf("One"),
      first: 3,
      weights: { mood: 2, tempo: 0.5, key: 0 },
    });
    const { data: mix } = await askGraphql(application, MixPathDocument, {
      start: { key: keyOf("Zero") },
      end: { key: keyOf("Nine") },
      length: 5,
    });

    expect(plain).toMatchObject(data.track?.similar ?? {});
    const steps = mix.mixPath.steps.map(({ transition, ...step }) => ({
      ...step,
      transition: transition && {
        ...transition,
        keyRelation: transition.keyRelation.toLowerCase(),
      },
    }));
    expect(plainMix).toMatchObject({ steps });
    expect(steps).toHaveLength(5);
  });

  it("lead from one track to another, with a reason for each step", async () => {
    const { data } = await askGraphql(application, MixPathDocument, {
      start: { key: keyOf("Zero") },
      end: { key: keyOf("Nine") },
    });

    const { steps } = data.mixPath;
    expect(titlesOf(steps)).toEqual(["Zero", "One", "Four", "Six", "Nine"]);
    expect(steps.map(({ transition }) => transition?.keyRelation)).toEqual([
      ...[undefined, "SAME", "FIFTH_UP", "SAME", "DISTANT"],
    ]);
    expect(steps[1]?.transition).toEqual({
      tempoChangePercent: 3.53,
      keyRelation: "SAME",
      energyChange: 0.1,
      valenceChange: 0.1,
      arousalChange: 0.1,
      why: "3.5 % faster, same key (8A), brighter, livelier, more energy",
    });
    const progress = steps.map((step) => step.progress);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
  });

  it("are the same for the id of a recording as for its name", async () => {
    const { recording } = (await rest(`/api/audio/analysis/${keyOf("Zero")}`)) as unknown as {
      readonly recording: { readonly recordingId: string };
    };

    const { data } = await rest(`/api/audio/tracks/${recording.recordingId}/similar`);

    expect(titlesOf(data)).toEqual(["One", "Four", "Six", "Nine"]);
  });

  it("are empty for a track with too few values", async () => {
    const { data } = await rest(`/api/audio/tracks/${keyOf("Still")}/similar`);

    expect(data).toEqual([]);
  });

  it.each([
    ["a track that has not been analysed", "Unheard", "ANALYSIS_NOT_FOUND"],
    ["a track that no search has found", "Nothing", "TRACK_NOT_FOUND"],
  ])("fail with the code of the reason for %s", async (_, title, code) => {
    const similar = await application.get(`/api/audio/tracks/${keyOf(title)}/similar`);
    const mix = await rest(`/api/audio/mix-path?from=${keyOf("Zero")}&to=${keyOf(title)}`);
    const variables = { start: { key: keyOf(title) }, end: { key: keyOf("Zero") } };
    const overGraphql = await askGraphql(application, MixPathDocument, variables);

    expect(similar.status).toBe(404);
    expect(await similar.json()).toMatchObject({ error: { code, trackKey: keyOf(title) } });
    expect(mix.error).toMatchObject({ code });
    expect(codesOf(overGraphql)).toEqual([code]);
  });

  it("are null for a track that is not analysed, whose other fields are returned", async () => {
    const trackKey = keyOf("Unheard");

    const answer = await askGraphql(application, SimilarTracksDocument, { trackKey });

    expect(answer.data.track).toMatchObject({ trackName: "Unheard", similar: null });
    expect(codesOf(answer)).toEqual(["ANALYSIS_NOT_FOUND"]);
  });

  it.each([
    [`tracks/${keyOf("Zero")}/similar?limit=0`, "limit"],
    [`tracks/${keyOf("Zero")}/similar?limit=101`, "limit"],
    [`tracks/${keyOf("Zero")}/similar?limit=ten`, "limit"],
    [`tracks/${keyOf("Zero")}/similar?weights.tempo=-1`, "weights.tempo"],
    [`tracks/${keyOf("Zero")}/similar?weights.mood=much`, "weights.mood"],
    [`tracks/${keyOf("Zero")}/similar?weights.mood=101`, "weights.mood"],
    [`tracks/${keyOf("Zero")}/similar?weights.moods=5`, "weights.moods"],
    [`tracks/${keyOf("Zero")}/similar?weights[tempo]=5`, "weights"],
    [`tracks/${keyOf("Zero")}/similar?foo=1`, "foo"],
    ["tracks/Zero/similar", "trackKey"],
    [`mix-path?from=${keyOf("Zero")}&to=${keyOf("One")}&foo=1`, "foo"],
    [`mix-path?from=${keyOf("Zero")}&to=${keyOf("One")}&length=1`, "length"],
    [`mix-path?from=${keyOf("Zero")}&to=${keyOf("One")}&length=51`, "length"],
    [`mix-path?from=${keyOf("Zero")}&to=${keyOf("Zero")}`, "to"],
    [`mix-path?from=${keyOf("Zero")}`, "to"],
    [`mix-path?to=${keyOf("Zero")}`, "from"],
  ])("refuse %s", async (path, parameter) => {
    const { error } = await rest(`/api/audio/${path}`);

    expect(error).toMatchObject({ code: "INVALID_INPUT", parameter });
  });

  it("refuse weights that are all zero, over GraphQL and REST", async () => {
    const groups = ["rhythm", "harmony", "intensity", "mood", "voice", "appeal", "sound"];
    const trackKey = keyOf("Zero");

    const { error } = await rest(
      `/api/audio/tracks/${trackKey}/similar?${groups.map((it) => `weights.${it}=0`).join("&")}`,
    );
    const weights = Object.fromEntries(groups.map((group) => [group, 0]));
    const answer = await askGraphql(application, SimilarTracksDocument, { trackKey, weights });
    const tooMany = await askGraphql(application, SimilarTracksDocument, { trackKey, first: 101 });

    expect(error).toMatchObject({ code: "INVALID_INPUT", parameter: "weights" });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ parameter: "weights" });
    expect(tooMany.errors?.[0]?.extensions).toMatchObject({ parameter: "first" });
  });
});
