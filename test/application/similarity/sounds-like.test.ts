import { byField, estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { ANALYSIS_VERSION } from "../../../src/dsp/index.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const COUNT = 12;
const titleOf = (number: number): string => `Song ${number}`;

/** Everything that is measured on a track, further along with each number. */
const valuesOf = (number: number) => ({
  ...byField(estimateFields, () => number / COUNT),
  ...{ tempo: 100 + number, timeSignature: 4, key: 0, mode: 1, loudness: -number, truePeak: -1 },
});

const embeddingOf = (number: number): readonly number[] =>
  Array.from({ length: 16 }, (_, index) => (index === 0 ? 10 * number - 60 : 5));

type Similar = { soundsLike: readonly { similarity: number; track: { trackName: string } }[] };

const document = `query ($sound: SoundInput!, $first: Int, $filter: TrackFilter) {
  soundsLike(sound: $sound, first: $first, filter: $filter) {
    similarity
    track { trackName }
    reasons { field }
  }
}`;

describe("What a library has that sounds like audio of a client", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const numbers = Array.from({ length: COUNT }, (_, number) => number);
    const files = numbers.map((number) => [
      `${number}.aiff`,
      taggedAiff({ TPE1: "Artist", TIT2: titleOf(number) }, undefined, number),
    ]);
    const analyzer = new FakeAnalyzer();
    application = await openApplicationUnderTest(
      { sources: undefined, providers: undefined, analyzer },
      {
        LIBRARY_DIRS: await musicFolder(Object.fromEntries(files) as Record<string, Uint8Array>),
        DATA_DIR: await musicFolder(),
      },
    );
    await application.services.library.scanAll();
    for (const number of numbers) {
      analyzer.answerWith({ ...valuesOf(number), soundEmbedding: embeddingOf(number) });
      await application.get(`/api/audio/analysis/${trackKeyFrom("Artist", titleOf(number))}`);
    }
  });
  afterAll(async () => {
    await application.close();
    await removeMusicFolders();
  });

  const soundOf = (number: number) => ({
    ...valuesOf(number),
    embedding: embeddingOf(number),
    analysisVersion: ANALYSIS_VERSION,
  });

  const ask = (sound: object, variables: object = {}) =>
    askGraphql<Similar | null, Record<string, unknown>>(application, document, {
      ...{ sound, first: 3 },
      ...variables,
    });

  it("is the same audio first, then what lies beside it, and nothing of it is kept", async () => {
    const listed = () => application.get("/api/audio/tracks?limit=100").then((it) => it.text());
    const before = await listed();

    const { data } = await ask(soundOf(4));

    const [first, ...others] = data!.soundsLike;
    expect(first).toMatchObject({ similarity: 1, track: { trackName: "Song 4" } });
    expect(others.map(({ track }) => track.trackName).sort()).toEqual(["Song 3", "Song 5"]);
    expect(await listed()).toBe(before);
  });

  it("is what it is for a track of the library, beside the track itself", async () => {
    const { data } = await ask(soundOf(4), { first: 6 });
    const key = trackKeyFrom("Artist", titleOf(4));
    const answer = await application.get(`/api/audio/tracks/${key}/similar?limit=5`);
    const { data: similar } = (await answer.json()) as { data: Similar["soundsLike"] };

    const pairs = (list: Similar["soundsLike"]) =>
      list.map(({ similarity, track }) => [track.trackName, similarity]);
    expect(pairs(data!.soundsLike.slice(1))).toEqual(pairs(similar));
  });

  it("is compared by what there is where some of it is not known", async () => {
    const { embedding, ...rest } = soundOf(4);
    const { data } = await ask({ ...rest, happy: null, sad: null });

    expect(embedding).toHaveLength(16);
    expect(data!.soundsLike[0]).toMatchObject({ similarity: 1, track: { trackName: "Song 4" } });
  });

  it("meets a filter", async () => {
    const { data } = await ask(soundOf(4), { filter: { tempo: { gte: 108 } } });

    expect(data!.soundsLike.map(({ track }) => track.trackName)).toEqual([
      "Song 8",
      "Song 9",
      "Song 10",
    ]);
  });

  it.each([
    ["of another version of the analysis", { analysisVersion: 1 }, "sound.analysisVersion"],
    ["out of its range", { energy: 2 }, "sound.energy"],
    ["with half an embedding", { embedding: [1, 2, 3] }, "sound.embedding"],
  ])("is refused for audio %s", async (_name, wrong, parameter) => {
    const { errors } = await ask({ ...soundOf(4), ...wrong });

    expect(errors?.[0]?.extensions).toMatchObject({ code: "INVALID_INPUT", parameter });
  });
});
