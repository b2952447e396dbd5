import { buildSubgraphSchema } from "@apollo/subgraph";
import {
  composeServices,
  compositionHasErrors,
  transformSupergraphToPublicSchema,
} from "@theguild/federation-composition";
import { buildASTSchema, graphql, isObjectType, parse, type DocumentNode } from "graphql";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../../application/application-under-test.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { radioSubgraph, radioTypes } from "./radio-subgraph.js";

const names = ["Track 0", "Track 1"];
const trackKeys = names.map((name) => trackKeyFrom("Ann", name));

/** A reference of another service to a track. */
interface Reference {
  readonly __typename: string;
  readonly trackKey: string;
  readonly playCount: number;
}

describe("A supergraph with Overtone", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const provider = new FakeProvider(
      "library",
      names.map((name) => candidate("Ann", name)),
    );
    application = await openApplicationUnderTest({ providers: [provider] });
    await application.get("/api/audio/search?track=Track&limit=50");
    await Promise.all(trackKeys.map((key) => application.get(`/api/audio/analysis/${key}`)));
  });
  afterAll(() => application.close());

  const describeItself = async (): Promise<string> => {
    const { data } = await askGraphql<{ _service: { sdl: string } }, Record<string, unknown>>(
      application,
      "{ _service { sdl } }",
    );
    return data._service.sdl;
  };

  it("composes with another service into one graph", async () => {
    const sdl = await describeItself();

    const result = composeServices([
      { name: "overtone", url: application.url, typeDefs: parse(sdl) },
      { name: "radio", url: "http://127.0.0.1:1", typeDefs: radioTypes },
    ]);

    expect(compositionHasErrors(result) ? result.errors : []).toEqual([]);
    const graph = transformSupergraphToPublicSchema(parse(result.supergraphSdl!));
    expect(fieldsOf(graph, "Track")).toEqual(
      expect.arrayContaining(["playCount", "similar", "trackName"]),
    );
  });

  it("describes a subgraph that Apollo's own library accepts", async () => {
    const sdl = await describeItself();

    const schema = buildSubgraphSchema({ typeDefs: parse(sdl) });

    expect(String(schema.getType("_Entity")?.toConfig().name)).toBe("_Entity");
  });

  it("resolves references of another service, as a router requests them", async () => {
    const radio = radioSubgraph([trackKeys[0]!, trackKeys[1]!]);
    const source = "{ programme { tracks { __typename trackKey playCount } } }";
    const first = await graphql({ schema: radio, source });
    const { tracks } = first.data!["programme"] as { tracks: Reference[] };

    const representations = tracks.map(({ __typename, trackKey }) => ({ __typename, trackKey }));
    const second = await askGraphql<{ _entities: readonly object[] }, Record<string, unknown>>(
      application,
      "query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Track { trackName artist } } }",
      { representations },
    );

    expect(second.errors).toBeUndefined();
    expect(tracks.map((track, n) => ({ ...track, ...second.data._entities[n] }))).toEqual([
      expect.objectContaining({ trackName: "Track 0", artist: "Ann", playCount: 3 }),
      expect.objectContaining({ trackName: "Track 1", artist: "Ann", playCount: 3 }),
    ]);
  });
});

function fieldsOf(graph: DocumentNode, typeName: string): readonly string[] {
  const type = buildASTSchema(graph).getType(typeName);
  return isObjectType(type) ? Object.keys(type.getFields()) : [];
}
