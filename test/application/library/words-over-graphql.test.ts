import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const found = `totalCount
  nodes { trackName artist album }
  artists { name trackCount }
  albums { name artist trackCount }
  genres { name trackCount }
  folders { name trackCount }`;

/** A page of titles. */
interface TitlePage {
  readonly searchLibrary: {
    readonly edges: readonly { readonly cursor: string; readonly node: object }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

describe("The query searchLibrary", () => {
  const provider = new FakeProvider("deezer");
  let application: ApplicationUnderTest;
  let writer: ApplicationUnderTest;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-"));
    const names = { TPE1: "Pink Floyd", TALB: "The Wall", TCON: "Rock" };
    const folder = await musicFolder({
      "Walls/1.aiff": taggedAiff({ TIT2: "Hey You", ...names }, undefined, 1),
      "Walls/2.aiff": taggedAiff({ TIT2: "Mother", ...names }, undefined, 2),
      "3.aiff": taggedAiff({ TIT2: "Wall", TPE1: "Ann" }, undefined, 3),
    });
    application = await openApplicationUnderTest(
      { providers: [provider], sources: undefined },
      { LIBRARY_DIRS: folder, DATABASE_URL: `sqlite:${join(data, "overtone.db")}` },
    );
    const { library, libraryAnalysis, access } = application.services;
    await library.scanAll();
    await libraryAnalysis.finish(new AbortController().signal);
    const { token } = await access.issue({ name: "writer", scopes: ["read", "write"] });
    writer = { ...application, token };
  });
  afterAll(async () => {
    await application.close();
    await removeMusicFolders();
    await rm(data, { recursive: true });
  });

  it("finds tracks and names without asking a provider", async () => {
    const answer = await askGraphql(writer, `{ searchLibrary(query: "wal") { ${found} } }`);

    expect(answer.data).toEqual({
      searchLibrary: {
        totalCount: 3,
        nodes: [
          { trackName: "Wall", artist: "Ann", album: null },
          { trackName: "Mother", artist: "Pink Floyd", album: "The Wall" },
          { trackName: "Hey You", artist: "Pink Floyd", album: "The Wall" },
        ],
        artists: [],
        albums: [{ name: "The Wall", artist: "Pink Floyd", trackCount: 2 }],
        genres: [],
        folders: [{ name: "Walls", trackCount: 2 }],
      },
    });
    expect(provider.queries).toEqual([]);
  });

  it("names no folders for callers who may not write", async () => {
    const answer = await askGraphql(application, `{ searchLibrary(query: "walls") { ${found} } }`);

    expect(answer).toMatchObject({ data: { searchLibrary: { totalCount: 0, folders: [] } } });
  });

  it("returns the same as REST, page by page", async () => {
    const query = `query ($after: String) {
      searchLibrary(query: "wall", first: 2, after: $after) {
        edges { cursor node { trackName } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`;
    const ask = async (variables: Record<string, unknown>): Promise<TitlePage> => {
      const { data: page } = await askGraphql(application, query, variables);
      return page as TitlePage;
    };
    const first = await ask({});
    const { endCursor } = first.searchLibrary.pageInfo;
    const second = await ask({ after: endCursor });
    const rest = await application.get("/api/audio/search?q=wall&in=library&limit=2");

    const [titles, others] = [first, second].map(({ searchLibrary }) =>
      searchLibrary.edges.map(({ node }) => node),
    );
    expect(titles).toEqual([{ trackName: "Wall" }, { trackName: "Mother" }]);
    expect(others).toEqual([{ trackName: "Hey You" }]);
    expect(first.searchLibrary.pageInfo).toMatchObject({
      hasNextPage: true,
      hasPreviousPage: false,
    });
    expect(second.searchLibrary.pageInfo).toMatchObject({
      hasNextPage: false,
      hasPreviousPage: true,
    });
    expect(await rest.json()).toMatchObject({ data: titles, page: { nextCursor: endCursor } });
  });

  it.each([
    [`query: ""`, "query", "must not be empty"],
    [`query: "a", first: 51`, "first", "must be an integer from 1 to 50"],
    [`query: "a", names: 0`, "names", "must be an integer from 1 to 50"],
    [`query: "a", after: "W10"`, "after", "is not a cursor of these words"],
  ])("refuses %s", async (args, parameter, problem) => {
    const answer = await askGraphql(application, `{ searchLibrary(${args}) { totalCount } }`);

    expect(answer).toMatchObject({
      errors: [
        {
          message: `The parameter "${parameter}" ${problem}.`,
          extensions: { code: "INVALID_INPUT" },
        },
      ],
    });
  });
});
