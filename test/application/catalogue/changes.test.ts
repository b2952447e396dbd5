import { changeCursorFrom } from "../../../src/domain/catalogue/recording-change.js";
import { packFingerprint } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { randomWords } from "../../domain/fingerprint/random-words.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { StoredApplication } from "./stored-application.js";

const path = "/api/audio/changes";
const COUNT = 130;

interface Change {
  readonly cursor: string;
  readonly recordingId: string;
  readonly recording: { readonly trackName: string; readonly energy: number } | null;
}

interface Page {
  readonly data: readonly Change[];
  readonly page: { readonly cursor: string; readonly hasMore: boolean };
}

describe("The feed of changes", () => {
  let stored: StoredApplication;
  beforeEach(async () => {
    const fingerprint = packFingerprint(randomWords(30, 1));
    const songs = Array.from({ length: COUNT }, (_, number) =>
      analysisOf("Ann", `Song ${number}`, { energy: number / 200 }),
    );
    stored = await StoredApplication.open(
      songs.map((song) => ({ ...song, source: "upload", timeline: sixSeconds, fingerprint })),
    );
  });
  afterEach(() => stored.close());

  const pageAt = async (query: string): Promise<Page> => {
    const response = await stored.application.get(`${path}?${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Page;
  };
  const linesAt = async (query = ""): Promise<readonly Change[]> => {
    const accept = "application/x-ndjson";
    const response = await stored.application.get(`${path}?${query}`, { accept });
    expect(response.headers.get("content-type")).toMatch(accept);
    const lines = (await response.text()).split("\n");
    expect(lines.pop()).toBe("");
    return lines.map((line) => JSON.parse(line) as Change);
  };

  it("has each recording once, in pages and in lines alike", async () => {
    const [first, lines] = [await pageAt("limit=100"), await linesAt()];
    const second = await pageAt(`after=${first.page.cursor}`);

    expect([first, second].map(({ data, page }) => [data.length, page.hasMore])).toEqual([
      [100, true],
      [COUNT - 100, false],
    ]);
    expect(lines).toEqual([...first.data, ...second.data]);
    expect(new Set(lines.map(({ recordingId }) => recordingId)).size).toBe(COUNT);
    expect(lines[7]?.recording).toMatchObject({
      ...{ trackName: "Song 7", energy: 0.035, confidence: { energy: 0.75 } },
      names: [{ artist: "Ann", trackName: "Song 7" }],
      ...{ isrc: null, musicbrainzId: null, soundEmbedding: null },
      fingerprint: packFingerprint(randomWords(30, 1)),
    });
  });

  it("tells what was changed and removed after a cursor, also after a start", async () => {
    const { cursor } = (await linesAt()).at(-1)!;
    const [corrected, forgotten] = (await pageAt("limit=2")).data.map((one) => one.recordingId);
    await stored.ask("PATCH", `/api/audio/recordings/${corrected}/corrections`, { energy: 0.9 });
    await stored.ask("DELETE", `/api/audio/tracks/${forgotten}`);
    await stored.restart();

    const changes = await linesAt(`after=${cursor}`);

    expect(changes.map(({ recordingId, recording }) => [recordingId, recording?.energy])).toEqual([
      [corrected, 0.9],
      [forgotten, undefined],
    ]);
    const nothing = await pageAt(`after=${changes[1]!.cursor}`);
    expect(nothing).toMatchObject({ data: [], page: { cursor: changes[1]!.cursor } });
  });

  it("refuses a cursor that is newer than the last change", async () => {
    const after = changeCursorFrom(100_000);

    for (const accept of ["application/json", "application/x-ndjson"]) {
      const response = await stored.application.get(`${path}?after=${after}`, { accept });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("was restored; read all changes again");
    }
  });

  it("has the same over GraphQL", async () => {
    const { token, url } = stored.application;
    const lines = await linesAt();

    const { data } = await askGraphql(
      { url, token },
      `{ changes(after: "${lines[4]!.cursor}", first: 2) {
          cursor hasMore
          nodes { cursor recordingId isRemoved soundEmbedding fingerprint analysis { energy } } } }`,
    );

    expect(data).toEqual({
      changes: {
        ...{ cursor: lines[6]!.cursor, hasMore: true },
        nodes: lines.slice(5, 7).map(({ cursor, recordingId, recording }) => ({
          ...{ cursor, recordingId, isRemoved: false, soundEmbedding: null },
          fingerprint: packFingerprint(randomWords(30, 1)),
          analysis: { energy: recording?.energy },
        })),
      },
    });
  });
});
