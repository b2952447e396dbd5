import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

/** The body of a search by words. */
interface BoxAnswer {
  readonly data: readonly { readonly trackName: string; readonly match_score: number }[];
  readonly library: unknown;
  readonly page?: { readonly nextCursor: string };
}

describe("Searching by words over REST", () => {
  const provider = new FakeProvider("deezer");
  let application: ApplicationUnderTest;
  let writer: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const folder = await musicFolder();
    await mkdir(join(folder, "Vinyl", "Wall"), { recursive: true });
    const album = { TPE1: "Pink Floyd", TALB: "The Wall", TCON: "Rock" };
    await writeFile(
      join(folder, "Vinyl", "Wall", "1.aiff"),
      taggedAiff({ TIT2: "Hey You", ...album }),
    );
    await writeFile(
      join(folder, "Vinyl", "Wall", "2.aiff"),
      taggedAiff({ TIT2: "Mother", ...album }),
    );
    await writeFile(join(folder, "3.aiff"), taggedAiff({ TIT2: "Wall", TPE1: "Ann" }));
    application = await openApplicationUnderTest(
      { providers: [provider], sources: undefined },
      { LIBRARY_DIRS: folder },
    );
    await application.services.library.scanAll();
    const scopes = ["read", "write"] as const;
    const { token } = await application.services.access.issue({
      name: "writer",
      scopes: [...scopes],
    });
    writer = { authorization: `Bearer ${token}` };
  });

  beforeEach(() => {
    provider.replyWith([]);
  });

  afterAll(async () => {
    await application.close();
    await removeMusicFolders();
  });

  const search = async (
    parameters: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<BoxAnswer> => {
    const response = await application.get(`/api/audio/search?${parameters}`, headers);
    expect(response.status).toBe(200);
    return (await response.json()) as BoxAnswer;
  };
  const titles = ({ data }: BoxAnswer): readonly string[] => data.map(({ trackName }) => trackName);

  it("finds tracks before and after they are analysed, with the names that have the words", async () => {
    const before = await search("q=wal&in=library");
    await application.services.libraryAnalysis.finish(new AbortController().signal);
    const after = await search("q=wal&in=library");

    expect(titles(before)).toEqual(["Wall", "Mother", "Hey You"]);
    expect(titles(after)).toEqual(titles(before));
    expect(after.library).toEqual({
      trackCount: 3,
      artists: [],
      albums: [{ name: "The Wall", artist: "Pink Floyd", trackCount: 2 }],
      genres: [],
      folders: [],
    });
    expect(after.library).toEqual(before.library);
  });

  it("searches and names folders only for keys that may write", async () => {
    const forReader = await search("q=vinyl&in=library");
    const forWriter = await search("q=vinyl&in=library", writer);

    expect(titles(forReader)).toEqual([]);
    expect(titles(forWriter)).toEqual(["Mother", "Hey You"]);
    expect(forWriter.library).toMatchObject({ folders: [{ name: "Vinyl", trackCount: 2 }] });
    expect(forReader.library).toMatchObject({ trackCount: 0, folders: [] });
  });

  it("asks providers only where the library leaves room, and lists their tracks after its own", async () => {
    provider.replyWith([candidate("Bea", "Wall of Sound"), candidate("Ann", "Wall")]);
    const asked = provider.queries.length;

    const full = await search("q=wall&limit=3");
    const withRoom = await search("q=wall");

    expect(titles(full)).toEqual(["Wall", "Mother", "Hey You"]);
    expect(titles(withRoom)).toEqual(["Wall", "Mother", "Hey You", "Wall of Sound"]);
    expect(withRoom.data[0]).toMatchObject({ match_score: 1 });
    expect(provider.queries.slice(asked)).toMatchObject([{ track: "wall", isOfAnyName: true }]);
  });

  it("sends words to providers as names are: composed, with single spaces", async () => {
    const asked = provider.queries.length;

    await search("q=+cafe%CC%81++%20wall+");

    expect(provider.queries.slice(asked)).toMatchObject([{ track: "caf\u00e9 wall" }]);
  });

  it("orders what providers find by how closely artist and title together have the words", async () => {
    provider.replyWith([
      candidate("Wall of Voodoo", "Mexican Radio"),
      candidate("Nobody", "Mexican Radio Wall"),
      candidate("Somebody", "Radio"),
    ]);

    const found = await search("q=mexican+radio+voodoo");

    expect(titles(found)).toEqual(["Mexican Radio", "Mexican Radio Wall", "Radio"]);
  });

  it("pages through the tracks of the library, whichever plus sign joins the words", async () => {
    const first = await search("q=the+wall&limit=1");
    const second = await search(`q=the%2Bwall&limit=1&cursor=${first.page?.nextCursor}`);

    expect([...titles(first), ...titles(second)]).toEqual(["Mother", "Hey You"]);
    expect(second).not.toHaveProperty("page");
  });

  it.each([
    ["q=", "track", "is required"],
    ["q=%20+%20", "q", "must not be empty"],
    [`q=${"a".repeat(201)}`, "q", "must be at most 200 characters"],
    [
      `q=${Array.from({ length: 60 }, (_, n) => n).join("+")}`,
      "q",
      "must have at most 31 different words",
    ],
    ["q=a&q=b", "q", "must be given once"],
    ["q=a%00", "q", "must not contain control characters"],
    ["q=a&track=b", "q", 'must not be given together with "track" or "artist"'],
    ["q=a&artist=b", "q", 'must not be given together with "track" or "artist"'],
    ["q=a&in=space", "in", "must be one of everywhere, library"],
    ["q=a&limit=51", "limit", "must be an integer from 1 to 50"],
    ["q=a&cursor=W10", "cursor", "is not a cursor of these words"],
    ["in=library", "track", "is required"],
  ])("refuses %s", async (parameters, parameter, problem) => {
    const response = await application.get(`/api/audio/search?${parameters}`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "INVALID_INPUT", message: `The parameter "${parameter}" ${problem}.` },
    });
  });

  it("refuses a cursor of other words", async () => {
    const { page } = await search("q=wall&limit=1");

    const response = await application.get(`/api/audio/search?q=wal&cursor=${page?.nextCursor}`);

    expect(await response.json()).toMatchObject({
      error: { message: 'The parameter "cursor" is a cursor of other words.' },
    });
  });
});
