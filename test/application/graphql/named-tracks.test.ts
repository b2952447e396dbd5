import { Client, fetchExchange, gql } from "@urql/core";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Isrc } from "../../../src/domain/track/track.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { SavePlaylistDocument } from "../../generated/operations.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const isrc = "GBN9Y1100088" as Isrc;
const names = { artist: "Ann", track: "One" };
const key = trackKeyFrom(names.artist, names.track);
const two = trackKeyFrom("Ann", "Two");

describe("A track in GraphQL", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const analyzer = new FakeAnalyzer();
    const provider = new FakeProvider("library");
    const one = { ...candidate("Ann", "One"), isrc };
    application = await openApplicationUnderTest({
      ...{ analyzer, providers: [provider] },
      directories: [
        {
          ...{ name: "codes", isCacheable: false, knows: (kind) => kind === "isrc" },
          find: (id) => Promise.resolve(id.kind === "isrc" && id.isrc === isrc ? [one] : []),
        },
      ],
    });
    for (const [n, title] of ["One", "Two"].entries()) {
      provider.replyWith([title === "One" ? one : candidate("Ann", title)]);
      analyzer.answerWith({ tempo: 100 + n, key: 9, mode: 0, energy: 0.5 });
      const trackKey = trackKeyFrom("Ann", title);
      await application.get(`/api/audio/analysis/${trackKey}?artist=Ann&track=${title}`);
    }
  });
  afterAll(() => application.close());

  const ways = [
    ["its key", { key }],
    ["its global id", { id: `tr_${key}` }],
    ["an id of a catalogue", { id: `isrc:${isrc}` }],
    ["its names", { names }],
  ] as const;

  it.each(ways)("is named by %s, with urql", async (_way, by) => {
    const query = gql`
      query ($by: TrackRef!, $end: TrackRef!) {
        track(by: $by) {
          trackKey
        }
        analysis(by: $by) {
          ... on TrackAnalysis {
            tempo
          }
        }
        analyses(tracks: [$by, $end]) {
          ... on TrackAnalysis {
            trackKey
          }
        }
        lookup(by: $by) {
          tracks {
            trackKey
          }
        }
        mixPath(start: $by, end: $end, length: 2) {
          steps {
            track {
              trackKey
            }
          }
        }
      }
    `;
    const url = `${application.url}/graphql`;
    const headers = { authorization: `Bearer ${application.token}` };
    const variables = { by, end: { key: two } };
    const urql = new Client({
      ...{ url, fetchOptions: { headers }, exchanges: [fetchExchange], preferGetMethod: false },
    });

    const answered = await urql.query<object>(query, variables).toPromise();

    const expected = {
      track: { trackKey: key },
      analysis: { tempo: 100 },
      analyses: [{ trackKey: key }, { trackKey: two }],
      lookup: { tracks: [{ trackKey: key }] },
      mixPath: { steps: [{ track: { trackKey: key } }, { track: { trackKey: two } }] },
    };
    expect([answered.error, answered.data]).toMatchObject([undefined, expected]);
  });

  it("is named by exactly one way, or else the request is refused", async () => {
    const ask = (by: string) => askGraphql(application, `{ track(by: ${by}) { trackKey } }`);

    const answers = await Promise.all([
      ask("{}"),
      ask(`{ key: "${key}", id: "isrc:${isrc}" }`),
      ask("null"),
      ask('{ id: "isrc:1" }'),
      askGraphql(application, `{ track(by: { key: "${key}" }, trackKey: "${key}") { trackKey } }`),
      askGraphql(application, "{ analyses { __typename } }"),
      askGraphql(application, "{ lookup { isAmbiguous } }"),
    ]);

    expect(answers.map(({ errors }) => errors?.[0]?.message)).toEqual([
      expect.stringContaining("exactly one"),
      expect.stringContaining("exactly one"),
      'The parameter "by" is required: name the track by `key`, `id` or `names`.',
      'The parameter "by.id" must have an ISRC such as GBN9Y1100088 after "isrc:".',
      'The parameter "by" must not be given together with "trackKey".',
      'The parameter "tracks" is required: at most 100 tracks.',
      'The parameter "by" is required: name the track by `key`, `id` or `names`.',
    ]);
  });

  it("is not found by an id that no catalogue has: null, or an error of a list", async () => {
    const by = 'by: { id: "isrc:GBN9Y1100099" }';
    const list = 'tracks: [{ id: "isrc:GBN9Y1100099" }]';

    const track = await askGraphql(application, `{ track(${by}) { trackKey } }`);
    const analyses = await askGraphql(application, `{ analyses(${list}) { __typename } }`);

    expect([track.data, track.errors]).toEqual([{ track: null }, undefined]);
    expect(codesOf(analyses)).toEqual(["TRACK_NOT_FOUND"]);
  });

  it("is named so in a playlist", async () => {
    const { token } = await application.services.access.issue({
      ...{ name: "writer", scopes: ["read", "write"] },
    });
    const writer = { authorization: `Bearer ${token}` };
    const input = { name: "Alike", seedTracks: [{ names }], excludedTracks: [{ key: two }] };

    const kept = await askGraphql(application, SavePlaylistDocument, { input }, writer);
    const path = await askGraphql<{ savePlaylist: object }, Record<string, unknown>>(
      application,
      "mutation ($input: SavePlaylistInput!) { savePlaylist(input: $input) { from to } }",
      { input: { name: "Path", start: { id: `isrc:${isrc}` }, end: { key: two } } },
      writer,
    );
    const seeds = await askGraphql(application, "{ playlists { name seeds exclude } }", {}, writer);

    expect([kept.errors, path.errors]).toEqual([undefined, undefined]);
    expect(path.data.savePlaylist).toEqual({ from: key, to: two });
    expect(seeds.data).toMatchObject({
      playlists: [{ name: "Alike", seeds: [key], exclude: [two] }, { name: "Path" }],
    });
  });
});
