import { readFileSync } from "node:fs";
import { buildSchema } from "graphql";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const names = Array.from({ length: 25 }, (_, n) => `Track ${n}`);
const trackKeys = names.map((name) => trackKeyFrom("Ann", name));
const unknownKey = "0123456789abcdef";

const entities = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Track { trackKey trackName artist }
    ... on TrackAnalysis { trackKey tempo }
  }
}`;

interface Entities {
  readonly _entities: readonly ({ readonly __typename: string } | null)[];
}

describe("Overtone as a part of a supergraph", () => {
  let database: Database;
  let store: CountingAnalysisStore;
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new CountingAnalysisStore(new SqlAnalysisStore({ database }));
    const provider = new FakeProvider(
      "library",
      names.map((name) => candidate("Ann", name)),
    );
    application = await openApplicationUnderTest({ providers: [provider], analyses: store });
    await application.get("/api/audio/search?track=Track&limit=50");
    await Promise.all(trackKeys.map((key) => application.get(`/api/audio/analysis/${key}`)));
  });
  afterAll(async () => {
    await application.close();
    await database.close();
  });

  const find = (representations: readonly object[], headers = {}) =>
    askGraphql<Entities, Record<string, unknown>>(
      application,
      entities,
      { representations },
      headers,
    );

  it("finds fifty tracks and analyses in at most two reads, in their order", async () => {
    const representations = trackKeys.flatMap((trackKey) => [
      { __typename: "Track", trackKey },
      { __typename: "TrackAnalysis", trackKey },
    ]);
    store.readCount = 0;

    const { data, errors } = await find(representations);

    expect(errors).toBeUndefined();
    expect(data._entities).toEqual(
      representations.map((representation) => expect.objectContaining(representation)),
    );
    expect(store.readCount).toBeLessThanOrEqual(2);
  });

  it("returns null for unknown entities", async () => {
    const { data, errors } = await find([
      { __typename: "Track", trackKey: unknownKey },
      { __typename: "TrackAnalysis", trackKey: unknownKey },
    ]);

    expect([data._entities, errors]).toEqual([[null, null], undefined]);
  });

  it.each([
    ["a type of another service", { __typename: "Album", trackKey: unknownKey }],
    ["a key that is none", { __typename: "Track", trackKey: "?" }],
    ["no object", "Track" as unknown as object],
  ])("refuses %s, and that alone", async (_, representation) => {
    const known = { __typename: "Track", trackKey: trackKeys[0]! };

    const answer = await find([representation, known]);

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
    expect(answer.data._entities).toEqual([null, expect.objectContaining(known)]);
  });

  it("requires a key from routers, and limits the number of representations", async () => {
    const one = { __typename: "Track", trackKey: unknownKey };

    const withoutKey = await find([one], { authorization: "" });
    const tooMany = await find(Array.from({ length: 501 }, () => one));

    expect([withoutKey.status, codesOf(withoutKey)]).toEqual([401, ["UNAUTHENTICATED"]]);
    expect(codesOf(tooMany)).toEqual(["INVALID_INPUT"]);
  });

  it("charges for each representation", async () => {
    const limitedServer = await openApplicationUnderTest({}, { QUERY_COST_LIMIT: "20" });
    const one = { __typename: "Track", trackKey: unknownKey };
    const ask = (count: number) =>
      askGraphql(limitedServer, entities, {
        representations: Array.from({ length: count }, () => one),
      });

    const [few, many] = [await ask(10), await ask(21)];

    await limitedServer.close();
    expect([few.errors, many.errors?.length]).toEqual([undefined, 1]);
  });

  it("hides its description where introspection is off", async () => {
    const silent = await openApplicationUnderTest({}, { GRAPHQL_INTROSPECTION: "off" });

    const answer = await askGraphql(silent, "{ _service { sdl } }");
    const other = await askGraphql(silent, entities, { representations: [] });

    await silent.close();
    expect(answer.errors?.length).toBe(1);
    expect(other.data).toEqual({ _entities: [] });
  });

  it("does not include the fields of federation in the published schema", () => {
    const promised = readFileSync(
      new URL("../../../schema/schema.graphql", import.meta.url),
      "utf8",
    );

    const fields = Object.keys(buildSchema(promised).getQueryType()!.getFields());

    expect(fields.filter((name) => name.startsWith("_"))).toEqual([]);
  });
});
