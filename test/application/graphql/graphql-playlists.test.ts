import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeProvider, candidate } from "../../fakes/fake-provider.js";
import {
  DeletePlaylistDocument,
  PlaylistsDocument,
  SavePlaylistDocument,
} from "../../generated/operations.js";
import { askGraphql, codesOf, type Answer } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const titles = ["One", "Two", "Three"] as const;
const unknown = "pl_0123456789abcdef";
const query = `query ($id: ID!, $first: Int) {
  playlist(id: $id) {
    id name note kind revision trackCount durationMs isUndoable spreadArtists isWritten length seeds exclude from to createdAt changedAt
    filter { text keyIn tempo { gte lte } mood { happy { lte } } mode }
    conditions orderBy { field direction }
    tracks(first: $first) { trackName }
  }
}`;

interface Kept {
  readonly playlist: Readonly<Record<string, unknown>>;
}

describe("Playlists over GraphQL", () => {
  const analyzer = new FakeAnalyzer();
  const provider = new FakeProvider("library");
  let application: ApplicationUnderTest;
  let writing: Readonly<Record<string, string>>;

  const authorized = async (): Promise<Readonly<Record<string, string>>> => {
    const { access } = application.services;
    const { token } = await access.issue({ name: "w", scopes: ["read", "write"] });
    return { authorization: `Bearer ${token}` };
  };
  const save = async (input: object, headers = writing): Promise<string> => {
    const { data, errors } = await askGraphql(
      application,
      SavePlaylistDocument,
      { input },
      headers,
    );
    expect(errors).toBeUndefined();
    return data.savePlaylist.id;
  };
  const read = (id: string, { first = 50, headers = writing } = {}): Promise<Answer<Kept>> =>
    askGraphql<Kept, Record<string, unknown>>(application, query, { id, first }, headers);

  beforeEach(async () => {
    application = await openApplicationUnderTest({ analyzer, providers: [provider] });
    writing = await authorized();
    for (const [n, title] of titles.entries()) {
      provider.replyWith([candidate("Ann", title)]);
      analyzer.answerWith({ tempo: 100 + 10 * n, happy: n / 10, mode: 1 });
      const key = trackKeyFrom("Ann", title);
      await application.get(`/api/audio/analysis/${key}?artist=Ann&track=${title}`);
    }
  });
  afterEach(() => application.close());

  it("have the recipe that was given, and the tracks that they have now", async () => {
    const id = await save({
      name: "Fast",
      filter: { analysed: true, tempo: { gte: 105 }, mood: { happy: { lte: 0.9 } } },
      orderBy: { field: "HAPPY", direction: "DESC" },
      exclude: [trackKeyFrom("Ann", "One")],
    });

    const { data } = await read(id);
    const { data: one } = await read(id, { first: 1 });

    expect(data.playlist).toMatchObject({
      ...{ id, name: "Fast", length: 50, seeds: [], exclude: [trackKeyFrom("Ann", "One")] },
      filter: { text: null, keyIn: null, tempo: { gte: 105, lte: null }, mode: null },
      conditions: ["mood.happy.lte=0.9", "tempo.gte=105"],
      orderBy: { field: "HAPPY", direction: "DESC" },
      tracks: [{ trackName: "Three" }, { trackName: "Two" }],
    });
    expect(one.playlist["tracks"]).toEqual([{ trackName: "Three" }]);
  });

  it("are those of REST, member by member", async () => {
    const orderBy = { field: "HAPPY", direction: "DESC" };
    const id = await save({ name: "Same", filter: { mode: 1 }, orderBy });

    const path = `/api/audio/playlists/${id}`;
    const response = await application.get(path, writing);
    const plain = (await response.json()) as { data: Readonly<Record<string, unknown>> };
    const { data } = await read(id);

    const { filter, order, kind, duration_ms: durationMs, ...same } = plain.data;
    expect([filter, order, kind]).toEqual([{ mode: 1 }, "-mood.happy", "recipe"]);
    expect(data.playlist).toMatchObject({
      ...{ ...same, durationMs, kind: "RECIPE" },
      ...{ filter: { mode: 1 }, orderBy },
    });
  });

  it("are replaced, listed and deleted", async () => {
    const id = await save({ name: "Old", length: 3 });

    const changed = await save({ id, name: "New" });
    const { data: listed } = await askGraphql(application, PlaylistsDocument, {}, writing);
    const deleted = await askGraphql(application, DeletePlaylistDocument, { id }, writing);
    const gone = await read(id);

    expect(changed).toBe(id);
    expect(listed.playlists).toMatchObject([{ id, name: "New", length: 50 }]);
    expect(deleted.data.deletePlaylist).toBe(id);
    expect(codesOf(gone)).toEqual(["NOT_FOUND"]);
  });

  it("belong to the API key that created them", async () => {
    const id = await save({ name: "Mine" });
    const other = await authorized();

    const theirs = await askGraphql(application, PlaylistsDocument, {}, other);
    const refused = [
      await read(id, { headers: other }),
      await askGraphql(application, SavePlaylistDocument, { input: { id, name: "A" } }, other),
      await askGraphql(application, DeletePlaylistDocument, { id }, other),
    ];

    expect(theirs.data.playlists).toEqual([]);
    expect(refused.flatMap(codesOf)).toEqual(["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
    expect((await read(id)).data.playlist).toMatchObject({ name: "Mine" });
  });

  it("need the scope write to be changed, and read to be read", async () => {
    const saved = await askGraphql(application, SavePlaylistDocument, { input: { name: "A" } });
    const deleted = await askGraphql(application, DeletePlaylistDocument, { id: unknown });
    const listed = await askGraphql(application, PlaylistsDocument);

    expect([saved, deleted].flatMap(codesOf)).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    expect(listed.data.playlists).toEqual([]);
  });

  it.each([
    [{ name: "Taken" }, '"name" is taken'],
    [{ name: "" }, '"name" must be a text'],
    [{ name: "A", filter: { analysed: false } }, '"filter.analysed" must not be false'],
    [{ name: "A", length: 0 }, '"length" must be an integer'],
    [{ name: "A", isWritten: true }, '"isWritten" needs a folder'],
    [{ name: "A", from: trackKeyFrom("Ann", "One") }, '"to" is required'],
  ])("are refused as %j", async (input, message) => {
    await save({ name: "Taken" });

    const answer = await askGraphql(application, SavePlaylistDocument, { input }, writing);

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
    expect(answer.errors?.[0]?.message).toContain(message);
  });

  describe("with rows", () => {
    const shown = `id name note kind revision trackCount isUndoable
      rows(first: 10) { totalCount nodes { row position note isMissing addedAs { trackName }
        track { trackName } } }`;
    const ask = async (field: string): Promise<Answer<Kept>> =>
      askGraphql<Kept, Record<string, unknown>>(application, `mutation { ${field} }`, {}, writing);
    const ref = (title: string): string => `{ key: "${trackKeyFrom("Ann", title)}" }`;
    const tracks = ["Two", "One", "Two"].map(ref).join();

    it("are kept, edited as a whole, copied and undone", async () => {
      const kept = await ask(
        `playlist: savePlaylist(input: { name: "Seen", tracks: [${tracks}] }) { ${shown} }`,
      );
      const id = String(kept.data.playlist["id"]);
      const edits = `[{ move: { rows: [2], at: 0 } }, { remove: { rows: [3] } },
        { insert: { tracks: [${ref("Three")}], note: "last" } },
        { replace: { row: 1, track: ${ref("Three")} } }, { annotate: { row: 2, note: "first" } }]`;
      const edited = await ask(
        `playlist: editPlaylist(input: { id: "${id}", revision: 1, note: "n", edits: ${edits} }) { ${shown} }`,
      );
      const copied = await ask(`playlist: copyPlaylist(id: "${id}") { name trackCount }`);
      const undone = await ask(`playlist: undoPlaylist(id: "${id}", revision: 2) { ${shown} }`);

      const namesIn = ({ data }: Answer<Kept>) =>
        (data.playlist["rows"] as { nodes: { track: { trackName: string } }[] }).nodes.map(
          ({ track }) => track.trackName,
        );
      expect(kept.data.playlist).toMatchObject({ kind: "TRACKS", revision: 1, trackCount: 3 });
      expect(namesIn(kept)).toEqual(["Two", "One", "Two"]);
      expect(edited.data.playlist).toMatchObject({
        ...{ note: "n", revision: 2, isUndoable: true },
        rows: {
          totalCount: 3,
          nodes: [
            { row: 2, position: 0, note: "first", track: { trackName: "One" } },
            { row: 5, position: 1, note: "", isMissing: false, addedAs: { trackName: "Three" } },
            { row: 4, position: 2, note: "last", track: { trackName: "Three" } },
          ],
        },
      });
      expect(copied.data.playlist).toEqual({ name: "Seen (2)", trackCount: 3 });
      expect(undone.data.playlist).toMatchObject({ note: "", revision: 3, isUndoable: false });
      expect(namesIn(undone)).toEqual(["Two", "One", "Two"]);
    });

    it("are pages, forwards and backwards", async () => {
      const id = await save({
        name: "Long",
        tracks: titles.map((t) => ({ key: trackKeyFrom("Ann", t) })),
      });
      const page = async (args: string): Promise<unknown> => {
        const { data } = await askGraphql<{ playlist: { rows: unknown } }, Record<string, unknown>>(
          application,
          `{ playlist(id: "${id}") { rows(${args}) { edges { cursor node { position } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`,
          {},
          writing,
        );
        return data.playlist.rows;
      };
      const first = (await page("first: 2")) as { pageInfo: { endCursor: string } };
      const second = await page(`first: 2, after: "${first.pageInfo.endCursor}"`);
      const last = await page("last: 1");

      expect(first).toMatchObject({
        edges: [{ node: { position: 0 } }, { node: { position: 1 } }],
        pageInfo: { hasNextPage: true, hasPreviousPage: false },
      });
      expect(second).toMatchObject({
        edges: [{ node: { position: 2 } }],
        pageInfo: { hasNextPage: false, hasPreviousPage: true },
      });
      expect(last).toMatchObject({ edges: [{ node: { position: 2 } }] });
    });

    it.each([
      [`revision: 1, edits: [{ move: { rows: [1], at: 0 } }]`, "INVALID_INPUT"],
      [`revision: 2, name: "Late"`, "PLAYLIST_CHANGED"],
    ])("refuse %j of a recipe", async (members, code) => {
      const id = await save({ name: "Recipe" });

      const answer = await ask(`playlist: editPlaylist(input: { id: "${id}", ${members} }) { id }`);

      expect(codesOf(answer)).toEqual([code]);
    });
  });

  it("are read with 1 to 1 000 tracks", async () => {
    const id = await save({ name: "A" });

    const answer = await read(id, { first: 0 });

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
  });
});
