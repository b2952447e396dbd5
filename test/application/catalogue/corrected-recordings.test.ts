import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { StoredApplication } from "./stored-application.js";

const trackKey = trackKeyFrom("Ann", "Allegro");
const recordingId = recordingOf("allegro");
const path = `/api/audio/recordings/${recordingId}/corrections`;

const measured = {
  ...analysisOf("Ann", "Allegro", { tempo: 60, key: 0, mode: 1, valence: 0.5 }),
  recordingId,
  beats: [1, 2, 3],
};

describe("A corrected recording", () => {
  let stored: StoredApplication;

  beforeEach(async () => {
    stored = await StoredApplication.open([measured, analysisOf("Bob", "Andante", { tempo: 100 })]);
  });
  afterEach(() => stored.close());

  const correct = (values: object) => stored.ask("PATCH", path, values);
  const namesBy = async (query: string) => {
    const { body } = await stored.ask("GET", `/api/audio/tracks?${query}`);
    return (body.data as { trackName: string }[]).map(({ trackName }) => trackName);
  };

  it("is answered with what is stated and what was measured, over REST, until it is taken back", async () => {
    const corrected = await correct({ tempo: "double", key: "8A", trackName: "Presto" });
    const analysis = await stored.ask("GET", `/api/audio/analysis/${recordingId}`);
    const asked = await stored.ask("GET", path);
    const oneLess = await correct({ tempo: null, trackName: null });
    const back = await stored.ask("DELETE", path);

    const stated = [
      { field: "tempo", value: 120, measured: 60 },
      { field: "key", value: "A minor", measured: "C major" },
    ].map((correction) => ({ ...correction, confidence: 0.75, method: "measured" }));
    const named = { field: "trackName", value: "Presto", measured: "Allegro" };
    const corrections = [...stated, { ...named, confidence: null, method: null }];
    expect(corrected).toMatchObject({
      status: 200,
      body: { data: { recordingId, corrections, analysis: { tempo: 120, keyString: "A minor" } } },
    });
    expect(analysis.body).toMatchObject({
      data: { trackName: "Presto", tempo: 120, key: 9, mode: 0 },
      recording: { recordingId, corrections },
    });
    expect(asked.body).toEqual(corrected.body);
    expect(oneLess.body.data).toMatchObject({ corrections: [stated[1]] });
    expect(back.body.data).toMatchObject({
      corrections: [],
      analysis: { tempo: 60, keyString: "C major", trackName: "Allegro" },
    });
  });

  it("is filtered, ordered and exported by what is stated", async () => {
    const before = await namesBy("tempo.gte=110");
    await correct({ tempo: 120, valence: 0.9 });

    const table = await stored.application.get("/api/audio/tracks?order=-tempo", {
      accept: "text/csv",
    });
    const [head = "", first = ""] = (await table.text()).split("\n");

    expect([before, await namesBy("tempo.gte=110")]).toEqual([[], ["Allegro"]]);
    expect(await namesBy("order=-tempo")).toEqual(["Allegro", "Andante"]);
    const columns = head.split(",");
    const cellOf = (column: string) => first.split(",")[columns.indexOf(column)];
    expect(["tempo", "tempoMethod", "valence"].map(cellOf)).toEqual(["120", "user", "0.9"]);
  });

  it("is found by its stated name and by the measured one, which are one recording", async () => {
    await correct({ artist: "Anna", trackName: "Presto" });

    const presto = await stored.ask("GET", `/api/audio/analysis/${trackKeyFrom("Anna", "Presto")}`);
    const allegro = await stored.ask("GET", `/api/audio/analysis/${trackKey}`);

    expect(presto.body).toMatchObject({ data: { artist: "Anna" }, recording: { recordingId } });
    expect(allegro.body).toMatchObject({ data: { artist: "Ann" }, recording: { recordingId } });
    expect(await namesBy("text=presto")).toEqual(["Presto"]);
  });

  it("has another entity tag after each change", async () => {
    const tagOf = () => stored.tagOf(`/api/audio/analysis/${trackKey}`);
    const before = await tagOf();
    await correct({ tempo: 120 });

    expect(await tagOf()).not.toBe(before);
  });

  it("is corrected and taken back over GraphQL", async () => {
    const client = { ...stored.application, token: stored.writer };
    const fields = `{ tempo beats corrections { field value measured confidence method }
      details { field method measured { value method } } }`;
    const variables = { by: { id: recordingId } };

    const { data: corrected } = await askGraphql(
      client,
      `mutation ($by: TrackRef!) {
        correctRecording(by: $by, corrections: [{ field: "tempo", value: "120" }]) ${fields} }`,
      variables,
    );
    const { data: back } = await askGraphql(
      client,
      `mutation ($by: TrackRef!) { takeBackCorrections(by: $by) ${fields} }`,
      variables,
    );

    const { correctRecording } = corrected as {
      readonly correctRecording: { readonly details: readonly { readonly field: string }[] };
    };
    expect(correctRecording).toMatchObject({
      tempo: 120,
      beats: [1, 1.5, 2, 2.5, 3],
      corrections: [
        { field: "tempo", value: "120", measured: "60", confidence: 0.75, method: "MEASURED" },
      ],
    });
    const detailOf = (name: string) => correctRecording.details.find(({ field }) => field === name);
    expect(detailOf("tempo")).toEqual({
      ...{ field: "tempo", method: "USER", measured: { value: 60, method: "MEASURED" } },
    });
    expect(detailOf("energy")).toEqual({ field: "energy", method: "MEASURED", measured: null });
    expect(back).toMatchObject({ takeBackCorrections: { tempo: 60, corrections: [] } });
  });

  it("is the same after a restart", async () => {
    await correct({ tempo: 120 });
    await stored.restart();

    expect((await stored.ask("GET", path)).body.data).toMatchObject({ analysis: { tempo: 120 } });
  });

  it("refuses fields and values that do not exist, unknown recordings, and keys that may not write", async () => {
    const refused = [
      await correct({ tempi: 1 }),
      await correct({ valence: 2 }),
      await correct({ firstBeat: 9999 }),
      await correct({}),
    ];
    const unknown = await stored.ask("PATCH", path.replace(recordingId, recordingOf("unknown")), {
      tempo: 1,
    });
    const reader = await stored.ask("PATCH", path, { tempo: 120 }, stored.application.token);

    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(refused.map(({ body }) => body.error)).toMatchObject([
      { code: "INVALID_INPUT", parameter: "tempi" },
      { code: "INVALID_INPUT", parameter: "valence" },
      { code: "INVALID_INPUT", parameter: "firstBeat" },
      { code: "INVALID_INPUT", parameter: "corrections" },
    ]);
    expect([unknown.status, reader.status]).toEqual([404, 403]);
  });
});
