import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const artist = "Ann";
const allegro = trackKeyFrom(artist, "I. Allegro");
/** Two recordings of one name, and their tempos; the longer one is preferred. */
const longer = recordingOf("longer");
const shorter = recordingOf("shorter");
const other = recordingOf("other");

interface Row {
  readonly trackKey: string;
  readonly recordingId: string;
}

describe("Two recordings of one name", () => {
  let database: Database;
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const catalogue = new CatalogueIndex(database);
    const store = new SqlAnalysisStore({ database, catalogue });
    const save = (recordingId: RecordingId, title: string, tempo: number, album?: string) =>
      store.save({
        ...analysisOf(artist, title, { tempo, happy: tempo / 200 }),
        recordingId,
        durationSeconds: tempo,
        ...(album !== undefined && { release: { album, trackNumber: 1 } }),
      });
    await save(longer, "I. Allegro", 140, "First Symphony");
    await save(shorter, "I. Allegro", 100, "Second Symphony");
    await save(other, "II. Andante", 120);
    application = await openApplicationUnderTest({ analyses: store, catalogue });
  });
  afterAll(async () => {
    await application.close();
    await database.close();
  });

  const rest = async (path: string): Promise<never> =>
    (await (await application.get(path)).json()) as never;

  const ask = async <Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> =>
    (await askGraphql<Data, Record<string, unknown>>(application, query, variables)).data;

  it("are two rows of a list over REST and GraphQL, told apart by album and length", async () => {
    const { data } = await rest("/api/audio/tracks?order=tempo&text=allegro");
    const overGraphql = await ask<{ tracks: { edges: readonly { node: object }[] } }>(
      `{ tracks(filter: { text: "allegro" }, orderBy: { field: TEMPO, direction: ASC }) {
        edges { node { id trackKey recordingId album trackNumber durationMs } } } }`,
    );

    expect(data).toMatchObject([
      { trackKey: allegro, recordingId: shorter, album: "Second Symphony", duration_ms: 100_000 },
      { trackKey: allegro, recordingId: longer, album: "First Symphony", duration_ms: 140_000 },
    ]);
    expect(overGraphql.tracks.edges.map(({ node }) => node)).toMatchObject([
      { trackKey: allegro, recordingId: shorter, album: "Second Symphony", durationMs: 100_000 },
      { trackKey: allegro, recordingId: longer, album: "First Symphony", durationMs: 140_000 },
    ]);
  });

  it("are one answer for the name, which says how many others there are, and one for each id", async () => {
    const [byName, byId] = await Promise.all([
      rest(`/api/audio/analysis/${allegro}`),
      rest(`/api/audio/analysis/${shorter}`),
    ]);
    const overGraphql = await ask(
      `query ($id: String!) { analysis(by: { id: $id }) {
        ... on TrackAnalysis { tempo recordingId otherRecordings isVerified recording { id } } } }`,
      { id: shorter },
    );

    expect(byName).toMatchObject({
      data: { trackKey: allegro, tempo: 140 },
      recording: { recordingId: longer, otherRecordings: 1, isVerified: true },
    });
    expect(byId).toMatchObject({
      data: { trackKey: allegro, tempo: 100 },
      recording: { recordingId: shorter, otherRecordings: 1 },
    });
    expect(overGraphql).toEqual({
      analysis: {
        ...{ tempo: 100, recordingId: shorter, otherRecordings: 1, isVerified: true },
        recording: { id: shorter },
      },
    });
  });

  it("are answered by themselves in a batch, in columns, as moods and as an export", async () => {
    const batch = await rest(`/api/audio/analysis?trackKeys=${shorter},${longer}`);
    const { trackColumns } = await ask<{ trackColumns: { recordingIds: string } }>(
      "{ trackColumns(fields: [TEMPO]) { recordingIds } }",
    );
    const moods = (await rest("/api/audio/moods?limit=5")) as {
      readonly data: readonly { readonly strongest: readonly Row[] }[];
    };
    const csv = await application.get("/api/audio/tracks?text=allegro", { accept: "text/csv" });

    expect((batch as { data: readonly Row[] }).data).toMatchObject([
      { recordingId: shorter, analysis: { tempo: 100 }, otherRecordings: 1 },
      { recordingId: longer, analysis: { tempo: 140 }, otherRecordings: 1 },
    ]);
    const hex = Buffer.from(trackColumns.recordingIds, "base64").toString("hex");
    expect([longer, shorter, other].map((id) => hex.includes(id.slice(4)))).toEqual([
      ...[true, true, true],
    ]);
    const holders = moods.data[0]?.strongest.map(({ recordingId }) => recordingId);
    expect(holders).toEqual([longer, other, shorter]);
    const text = await csv.text();
    expect([text.includes(longer), text.includes(shorter), text.includes(other)]).toEqual([
      ...[true, true, false],
    ]);
  });

  it("are the ends of a path, and the seed and the exclusion of a playlist, by their ids", async () => {
    const path = `/api/audio/mix-path?from=${shorter}&to=${longer}&length=3`;
    const { access, playlists } = application.services;
    const { apiKey } = await access.issue({ name: "w", scopes: ["read", "write"] });

    const mix = (await rest(path)) as { data: { steps: readonly { track: Row }[] } };
    const kept = await playlists.create(apiKey.lookup, { name: "A", exclude: [longer] });
    const seeded = await playlists.create(apiKey.lookup, { name: "B", seeds: [shorter] });

    const steps = mix.data.steps.map(({ track }) => track.recordingId);
    expect([steps[0], steps.at(-1)]).toEqual([shorter, longer]);
    expect(new Set(await playlists.tracksOf(kept))).toEqual(new Set([shorter, other]));
    expect(await playlists.tracksOf(seeded)).not.toContain(shorter);
  });

  it("are found again by the id of a row, and are null where there is none", async () => {
    const found = await ask(
      `query ($id: ID!, $unknown: ID!) {
        recording(id: $id) { id isVerified names { trackKey trackName } files { path } analysis { tempo } }
        unknown: recording(id: $unknown) { id }
      }`,
      { id: shorter, unknown: "rec:0123456789abcdef" },
    );
    const overRest = await rest(`/api/audio/recordings/${shorter}`);
    const unknown = await application.get("/api/audio/recordings/rec:0123456789abcdef");

    expect(found).toEqual({
      recording: {
        ...{ id: shorter, isVerified: true, files: [], analysis: { tempo: 100 } },
        names: [{ trackKey: allegro, trackName: "I. Allegro" }],
      },
      unknown: null,
    });
    expect(overRest).toMatchObject({
      data: { recordingId: shorter, otherRecordings: 1, files: [], analysis: { tempo: 100 } },
    });
    expect(unknown.status).toBe(404);
  });
});
