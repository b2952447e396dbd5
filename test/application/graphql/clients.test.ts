import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { cacheExchange, Client, fetchExchange } from "@urql/core";
import { ClientError, GraphQLClient } from "graphql-request";
import { exampleOperations } from "../../../src/web/example-operations.js";
import { curlLine } from "../../../src/web/page/developers/curl-line.js";
import {
  AnalysisDocument,
  SearchWithAnalysesDocument,
  TracksByTempoDocument,
} from "../../generated/operations.js";
import { analysedKeys, openWithAnalysedTracks } from "../../graphql/titles-in-catalogue.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

const [trackKey] = analysedKeys;
const search = { track: "One", artist: "Ann", compute: true };
const pageOfTwo = { from: 60, to: 200, first: 2 };
const tooMuch = { first: 1_000 };

/** Returns the titles in the order of the tempos, which is also that of the titles. */
const namesIn = ({
  tracks,
}: {
  tracks: { edges: readonly { node: { trackName: string } | null }[] };
}) => tracks.edges.map(({ node }) => node?.trackName);

describe("A third-party client", () => {
  let application: ApplicationUnderTest;
  let url: string;
  let headers: { readonly authorization: string };

  beforeAll(async () => {
    application = await openWithAnalysedTracks();
    url = `${application.url}/graphql`;
    headers = { authorization: `Bearer ${application.token}` };
  });
  afterAll(() => application.close());

  describe("is urql, which", () => {
    const open = (fetchOptions: { headers: Record<string, string> }): Client =>
      new Client({ url, fetchOptions, exchanges: [cacheExchange, fetchExchange] });

    it("searches, reads an analysis and several pages", async () => {
      const client = open({ headers });

      const found = await client.query(SearchWithAnalysesDocument, search).toPromise();
      const analysed = await client.query(AnalysisDocument, { by: { key: trackKey! } }).toPromise();
      const first = await client.query(TracksByTempoDocument, pageOfTwo).toPromise();
      const after = first.data!.tracks.pageInfo.endCursor;
      const second = await client.query(TracksByTempoDocument, { ...pageOfTwo, after }).toPromise();

      expect(found.data?.search.results[0]).toMatchObject({ trackKey, matchScore: 1 });
      expect(analysed.data?.analysis).toMatchObject({ __typename: "TrackAnalysis", tempo: 100 });
      expect(namesIn(first.data!)).toEqual(["One", "Two"]);
      expect(namesIn(second.data!)).toEqual(["Three", "Four"]);
    });

    it("receives the error code", async () => {
      const refused = await open({ headers }).query(TracksByTempoDocument, tooMuch).toPromise();
      const unknownClient = open({ headers: { authorization: "Bearer nobody" } });
      const unknown = await unknownClient.query(TracksByTempoDocument, {}).toPromise();

      const codes = [refused, unknown].map(
        ({ error }) => error?.graphQLErrors[0]?.extensions["code"],
      );
      expect(codes).toEqual(["INVALID_INPUT", "UNAUTHENTICATED"]);
    });
  });

  describe("is graphql-request, which", () => {
    it("searches, reads an analysis and several pages", async () => {
      const client = new GraphQLClient(url, { headers });

      const found = await client.request(SearchWithAnalysesDocument, search);
      const analysed = await client.request(AnalysisDocument, { by: { key: trackKey! } });
      const first = await client.request(TracksByTempoDocument, pageOfTwo);
      const after = first.tracks.pageInfo.endCursor;
      const second = await client.request(TracksByTempoDocument, { ...pageOfTwo, after });

      expect(found.search.results[0]).toMatchObject({ trackKey, matchScore: 1 });
      expect(analysed.analysis).toMatchObject({ __typename: "TrackAnalysis", tempo: 100 });
      expect(namesIn(first)).toEqual(["One", "Two"]);
      expect(namesIn(second)).toEqual(["Three", "Four"]);
    });

    it("receives the error code", async () => {
      const client = new GraphQLClient(url, { headers });

      const error: unknown = await client
        .request(TracksByTempoDocument, tooMuch)
        .catch((thrown: unknown) => thrown);

      expect(error).toBeInstanceOf(ClientError);
      const { errors } = (error as ClientError).response;
      expect(errors?.[0]?.extensions["code"]).toBe("INVALID_INPUT");
    });
  });

  const isCurlThere = spawnSync("curl", ["--version"]).status === 0;

  describe(isCurlThere ? "is curl, which" : "is curl, which is not on this machine and", () => {
    const whenThere = isCurlThere ? it : it.skip;

    const run = async (name: string, variables: object, key: string): Promise<string> => {
      const operation = exampleOperations().find((example) => example.name === name)!;
      const command = curlLine({ ...operation, variables }, application.url);
      const env = { ...process.env, OVERTONE_API_KEY: key };
      const { stdout } = await promisify(execFile)("bash", ["-c", `${command} --silent`], { env });
      return stdout;
    };

    whenThere(
      "searches, reads an analysis and several pages by the commands of the page",
      async () => {
        const { token } = application;
        const found = await run("SearchWithAnalyses", search, token);
        const analysed = await run("Analysis", { by: { key: trackKey } }, token);
        const first = await run("TracksByTempo", pageOfTwo, token);
        const after = JSON.parse(first).data.tracks.pageInfo.endCursor;
        const second = await run("TracksByTempo", { ...pageOfTwo, after }, token);

        expect(JSON.parse(found).data.search.results[0]).toMatchObject({ trackKey, matchScore: 1 });
        expect(JSON.parse(analysed).data.analysis).toMatchObject({ tempo: 100 });
        expect(namesIn(JSON.parse(first).data)).toEqual(["One", "Two"]);
        expect(namesIn(JSON.parse(second).data)).toEqual(["Three", "Four"]);
      },
    );

    whenThere("follows analyses as server-sent events", async () => {
      const stream = await run(
        "AnalysisUpdated",
        { tracks: analysedKeys.map((key) => ({ key })) },
        application.token,
      );

      expect(stream.match(/event: next/g)).toHaveLength(analysedKeys.length);
      expect(stream).toContain("event: complete");
    });

    whenThere("receives the error code", async () => {
      const refused = await run("TracksByTempo", tooMuch, application.token);
      const unknown = await run("TracksByTempo", {}, "nobody");

      const codes = [refused, unknown].map((text) => JSON.parse(text).errors[0].extensions.code);
      expect(codes).toEqual(["INVALID_INPUT", "UNAUTHENTICATED"]);
    });
  });
});
