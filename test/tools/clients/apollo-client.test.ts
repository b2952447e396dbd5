import { readFile } from "node:fs/promises";
import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { relayStylePagination } from "@apollo/client/utilities";
import UploadHttpLink from "apollo-upload-client/UploadHttpLink.mjs";
import { buildSchema, isAbstractType } from "graphql";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { ApplicationUnderTest } from "../../application/application-under-test.js";
import { openUploading, song, wav } from "../../application/uploads/uploading.js";
import {
  AnalysisDocument,
  SearchWithAnalysesDocument,
  TracksByTempoDocument,
} from "../../generated/operations.js";
import { openWithAnalysedTracks } from "../../graphql/titles-in-catalogue.js";

const schemaUrl = new URL("../../../schema/schema.graphql", import.meta.url);
const published = await readFile(schemaUrl, "utf8");

const key = trackKeyFrom("Ann", "One");
const pageOfTwo = { from: 60, to: 200, first: 2 };

/** Returns the titles in the order of the tempos, which is also that of the titles. */
const namesIn = ({
  tracks,
}: {
  tracks: { edges: readonly { node: { trackName: string } | null }[] };
}) => tracks.edges.map(({ node }) => node?.trackName);

/** Returns the types of each union and interface, which the cache needs. */
function possibleTypes(): Record<string, string[]> {
  const schema = buildSchema(published);
  const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType);
  return Object.fromEntries(
    abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );
}

const open = ({ url, token }: ApplicationUnderTest): ApolloClient =>
  new ApolloClient({
    link: new HttpLink({
      uri: `${url}/graphql`,
      headers: { authorization: `Bearer ${token}` },
    }),
    cache: new InMemoryCache({
      possibleTypes: possibleTypes(),
      typePolicies: { Query: { fields: { tracks: relayStylePagination(["filter", "orderBy"]) } } },
    }),
  });

describe("Apollo Client", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openWithAnalysedTracks();
  });
  afterAll(() => application.close());

  it("searches, and has the analysis of a result in its cache", async () => {
    const client = open(application);
    const query = AnalysisDocument;
    const variables = { by: { key } };

    const found = await client.query({
      query: SearchWithAnalysesDocument,
      variables: { track: "One", artist: "Ann", compute: true },
    });
    const analysed = await client.query({ query, variables });
    const again = await client.query({ query, variables, fetchPolicy: "cache-only" });

    const [first] = found.data!.search.results;
    expect(first?.analysis).toMatchObject({ __typename: "TrackAnalysis", tempo: 100 });
    expect(analysed.data?.analysis).toMatchObject({ __typename: "TrackAnalysis", tempo: 100 });
    expect(again.data).toEqual(analysed.data);
  });

  it("merges pages into one list", async () => {
    const client = open(application);
    const options = { query: TracksByTempoDocument, variables: pageOfTwo };
    const first = await client.query(options);
    const list = client.watchQuery(options);
    const subscription = list.subscribe(() => undefined);
    const after = first.data!.tracks.pageInfo.endCursor;

    await list.fetchMore({ variables: { after } });

    const joined = client.readQuery(options);
    subscription.unsubscribe();
    expect(namesIn(first.data!)).toEqual(["One", "Two"]);
    expect(namesIn(joined!)).toEqual(["One", "Two", "Three", "Four"]);
  });

  it("receives the error code", async () => {
    const refused = open(application).query({
      query: TracksByTempoDocument,
      variables: { first: 1_000 },
    });

    const error: unknown = await refused.catch((thrown: unknown) => thrown);

    expect(CombinedGraphQLErrors.is(error)).toBe(true);
    expect((error as CombinedGraphQLErrors).errors[0]?.extensions?.["code"]).toBe("INVALID_INPUT");
  });

  it("keeps one entry of an object with an id, however it was found", async () => {
    const client = open(application);
    const byKey = gql`
      query ($by: TrackRef!) {
        track(by: $by) {
          id
          trackName
          analysis {
            ... on TrackAnalysis {
              id
              tempo
            }
          }
        }
      }
    `;
    const byId = gql`
      query ($id: ID!) {
        node(id: $id) {
          id
          ... on Track {
            trackName
          }
        }
      }
    `;

    await client.query({ query: byKey, variables: { by: { key } } });
    const { data } = await client.query<{ node: object }>({
      query: byId,
      variables: { id: `tr_${key}` },
    });

    const entries = Object.keys(client.cache.extract() as object);
    expect(data?.node).toMatchObject({ trackName: "One" });
    expect(entries.filter((entry) => entry.startsWith("Track"))).toEqual([
      expect.stringMatching(/^TrackAnalysis:ta_[0-9a-f]{16}$/),
      `Track:tr_${key}`,
    ]);
  });

  it.each([
    ["its key", { key }],
    ["its global id", { id: `tr_${key}` }],
    ["its names", { names: { artist: "Ann", track: "One" } }],
  ])("names a track by %s", async (_way, by) => {
    const query = gql`
      query ($by: TrackRef!) {
        track(by: $by) {
          trackKey
        }
      }
    `;

    const { data } = await open(application).query({ query, variables: { by } });

    expect(data).toMatchObject({ track: { trackKey: key } });
  });

  it("uploads a file by apollo-upload-client", async () => {
    const uploading = await openUploading();
    const { artist, track, trackKey } = song;
    const client = new ApolloClient({
      link: new UploadHttpLink({
        uri: `${uploading.application.url}/graphql`,
        headers: { authorization: `Bearer ${uploading.token}` },
      }),
      cache: new InMemoryCache(),
    });
    const mutation = gql`
      mutation ($file: Upload!, $artist: String, $track: String) {
        analyzeUpload(file: $file, artist: $artist, track: $track) {
          trackKey
          isStored
          analysis {
            ... on TrackAnalysis {
              artist
              trackName
              tempo
            }
          }
        }
      }
    `;
    const file = new File([wav], "own.wav", { type: "audio/wav" });

    const { data } = await client.mutate({ mutation, variables: { file, artist, track } });

    await uploading.whenFilesGone();
    await uploading.close();
    expect(data).toMatchObject({
      analyzeUpload: {
        ...{ trackKey, isStored: true },
        analysis: { artist, trackName: track, tempo: 100 },
      },
    });
  });

  it("reads the schema as it is published", () => {
    const { definitions } = gql(published);

    expect(definitions.length).toBeGreaterThan(50);
  });
});
