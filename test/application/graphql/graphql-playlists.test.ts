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
    id name spreadArtists isWritten length seeds exclude from to createdAt changedAt
    filter { text keyIn tempo { gte lte } mood { happy { lte } } mode }
    orderBy { field direction }
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

    const { filter, order, ...same } = plain.data;
    expect([filter, order]).toEqual([{ mode: 1 }, "-mood.happy"]);
    expect(data.playlist).toMatchObject({ ...same, filter: { mode: 1 }, orderBy });
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

  it("are read with 1 to 1 000 tracks", async () => {
    const id = await save({ name: "A" });

    const answer = await read(id, { first: 0 });

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
  });
});
