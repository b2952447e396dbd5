import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generate } from "@genql/cli";
import type { ApplicationUnderTest } from "../../application/application-under-test.js";
import { analysedKeys, openWithAnalysedTracks } from "../../graphql/titles-in-catalogue.js";
import { loadGenerated } from "./generated-program.js";

/** What this test uses of a client that genql writes. */
interface GeneratedClient {
  readonly query: (selection: object) => Promise<unknown>;
  readonly mutation: (selection: object) => Promise<unknown>;
}

interface GeneratedProgram {
  readonly createClient: (options: object) => GeneratedClient;
}

const require = createRequire(import.meta.url);
const [key] = analysedKeys;

describe("A client that genql writes from the published schema", () => {
  let folder: string;
  let program: GeneratedProgram;
  let application: ApplicationUnderTest;

  const clientOf = (token: string): GeneratedClient =>
    program.createClient({
      url: `${application.url}/graphql`,
      headers: { authorization: `Bearer ${token}` },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-genql-"));
    const schema = await readFile(
      new URL("../../../schema/schema.graphql", import.meta.url),
      "utf8",
    );
    await generate({ schema, output: folder });
    const packages = dirname(dirname(dirname(require.resolve("@genql/cli/package.json"))));
    program = await loadGenerated(folder, "index.ts", packages);
    application = await openWithAnalysedTracks();
  });
  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true });
  });

  it("lists tracks with their values, and follows the cursor", async () => {
    const client = clientOf(application.token);
    const page = async (after?: string) =>
      (await client.query({
        tracks: {
          __args: { first: 2, filter: { tempo: { gte: 101 } }, orderBy: { field: "TEMPO" }, after },
          nodes: { trackName: true, features: { tempo: true, mood: { happy: true } } },
          pageInfo: { endCursor: true, hasNextPage: true },
          totalCount: true,
        },
      })) as { tracks: { nodes: readonly object[]; pageInfo: { endCursor: string } } };

    const first = await page();
    const second = await page(first.tracks.pageInfo.endCursor);

    expect(first).toMatchObject({
      tracks: {
        nodes: [
          { trackName: "Two", features: { tempo: 101, mood: { happy: 0.6 } } },
          { trackName: "Three", features: { tempo: 102, mood: { happy: 0.7 } } },
        ],
        pageInfo: { hasNextPage: true },
        totalCount: 4,
      },
    });
    expect(second).toMatchObject({
      tracks: { nodes: [{ trackName: "Four" }, { trackName: "Five" }] },
    });
  });

  it("reads all values of a union's members, and an object by its id", async () => {
    const client = clientOf(application.token);

    const answer = await client.query({
      analysis: {
        __args: { by: { id: key } },
        __typename: true,
        on_TrackAnalysis: { __scalar: true, mood: { __scalar: true } },
      },
      node: { __args: { id: `tr_${key}` }, on_Track: { trackName: true } },
    });

    expect(answer).toMatchObject({
      analysis: { __typename: "TrackAnalysis", trackKey: key, tempo: 100, mood: { happy: 0.5 } },
      node: { trackName: "One" },
    });
  });

  it("changes data, and throws the errors of what is refused", async () => {
    const { token } = await application.services.access.issue({
      ...{ name: "writer", scopes: ["read", "write"] },
    });

    const saved = await clientOf(token).mutation({
      savePlaylist: { __args: { input: { name: "Calm" } }, name: true },
    });
    const refused = clientOf(application.token).mutation({
      savePlaylist: { __args: { input: { name: "Other" } }, name: true },
    });

    expect(saved).toMatchObject({ savePlaylist: { name: "Calm" } });
    await expect(refused).rejects.toMatchObject({
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
  });
});
