import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../../application/application-under-test.js";

const key = trackKeyFrom("Pink Floyd", "Money");
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A client that sends the hash of a query before its text, and the requests that it sends. */
function openPersisting({ url, token }: ApplicationUnderTest) {
  const sent: { readonly method: string; readonly hasQuery: boolean }[] = [];
  const link = ApolloLink.from([
    new PersistedQueryLink({ sha256, useGETForHashedQueries: true }),
    new HttpLink({
      uri: `${url}/graphql`,
      headers: { authorization: `Bearer ${token}` },
      fetch: (input, init) => {
        const text = `${input instanceof Request ? input.url : input.toString()} ${typeof init?.body === "string" ? init.body : ""}`;
        sent.push({ method: init?.method ?? "GET", hasQuery: /[?&{"]query"?[=:]/.test(text) });
        return fetch(input, init);
      },
    }),
  ]);
  return { sent, client: new ApolloClient({ link, cache: new InMemoryCache() }) };
}

describe("Apollo Client's link for persisted queries", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest();
  });
  afterAll(() => application.close());

  it("sends the hash of a query instead of its text, from the second time on", async () => {
    const { client, sent } = openPersisting(application);
    const query = gql`
      query Mine($artist: String!, $track: String!) {
        trackKey(artist: $artist, track: $track)
      }
    `;
    const ask = () =>
      client.query({
        query,
        variables: { artist: "Pink Floyd", track: "Money" },
        fetchPolicy: "no-cache",
      });

    const answers = [await ask(), await ask()];

    expect(answers.map(({ data }) => data)).toEqual([{ trackKey: key }, { trackKey: key }]);
    expect(sent).toEqual([
      { method: "GET", hasQuery: false },
      { method: "POST", hasQuery: true },
      { method: "GET", hasQuery: false },
    ]);
  });

  describe("with a safelist", () => {
    let folder: string;
    let strict: ApplicationUnderTest;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "overtone-safelist-"));
      const listed = "query TracksOf($first: Int) { tracks(first: $first) { totalCount } }";
      await writeFile(join(folder, "tracks.graphql"), listed);
      strict = await openApplicationUnderTest(
        {},
        { PERSISTED_QUERIES: "safelist", SAFELIST_PATH: folder },
      );
    });
    afterAll(async () => {
      await strict.close();
      await rm(folder, { recursive: true });
    });

    it("sends listed queries, to which it adds type names, and no others", async () => {
      const { client } = openPersisting(strict);
      const listed = gql("query TracksOf($first: Int) { tracks(first: $first) { totalCount } }");
      const other = gql("query Other { tracks { totalCount } }");

      const answer = await client.query({ query: listed, variables: { first: 1 } });
      const refused = client.query({ query: other });

      await expect(refused).rejects.toThrow("is not in the safelist");
      expect(answer.data).toMatchObject({ tracks: { totalCount: 0 } });
    });
  });
});
