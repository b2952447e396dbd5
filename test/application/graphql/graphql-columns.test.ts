import { columnFields } from "../../../src/domain/catalogue/catalogue-query.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import type { Measurements } from "../../fakes/measured-audio.js";
import {
  SearchWithAnalysesDocument,
  type TrackColumnField,
  TrackColumnsDocument,
  type TrackColumnsQueryVariables,
} from "../../generated/operations.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const measured: readonly [artist: string, title: string, Measurements][] = [
  ["Adagio", "Slow", { tempo: 60.25, key: 2, mode: 1, happy: 0.2 }],
  ["Brisk", "Fast", { tempo: 140, key: 9, mode: 0, happy: 0.9 }],
  ["Drone", "Still", { tempo: null, key: null, mode: null, durationSeconds: 600 }],
];

/** What columns can be asked for. */
const enumNames = columnFields.map((field) =>
  field.replace(/[A-Z]/g, "_$&").toUpperCase(),
) as TrackColumnField[];

describe("Analysed tracks in columns over GraphQL", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const analyzer = new FakeAnalyzer();
    const provider = new FakeProvider("library");
    application = await openApplicationUnderTest({ analyzer, providers: [provider] });
    for (const [artist, title, values] of measured) {
      analyzer.answerWith(values);
      provider.replyWith([candidate(artist, title)]);
      const variables = { track: title, compute: true };
      await askGraphql(application, SearchWithAnalysesDocument, variables);
    }
  });
  afterAll(() => application.close());

  const ask = (variables: TrackColumnsQueryVariables) =>
    askGraphql(application, TrackColumnsDocument, variables);

  /** Returns the little-endian numbers of a column. */
  const numbersIn = (values = ""): readonly number[] => {
    const bytes = Buffer.from(values, "base64");
    return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index));
  };

  it("are floating-point numbers in the order of the fields, NaN where nothing was measured", async () => {
    const { data } = await ask({ fields: ["TEMPO", "KEY", "DURATION_MS"] });

    const { count, totalCount, trackKeys, columns } = data.trackColumns;
    expect([count, totalCount]).toEqual([3, 3]);
    expect(columns.map(({ field }) => field)).toEqual(["TEMPO", "KEY", "DURATION_MS"]);
    const keys = Buffer.from(trackKeys, "base64").toString("hex").match(/.{16}/g) ?? [];
    const rows = keys.map((_, index) => columns.map(({ values }) => numbersIn(values)[index]));
    expect(new Map(keys.map((key, index) => [key, rows[index]]))).toEqual(
      new Map([
        [trackKeyFrom("Adagio", "Slow"), [60.25, 2, 30_000]],
        [trackKeyFrom("Brisk", "Fast"), [140, 9, 30_000]],
        [trackKeyFrom("Drone", "Still"), [NaN, NaN, 600_000]],
      ]),
    );
  });

  it("have the tracks that pass the filter, also where there is none", async () => {
    const one = await ask({ fields: ["TEMPO"], filter: { mood: { happy: { gte: 0.5 } } } });
    const none = await ask({ fields: ["TEMPO"], filter: { text: "nobody" } });

    expect(numbersIn(one.data.trackColumns.columns[0]?.values)).toEqual([140]);
    expect(none.data.trackColumns).toEqual({
      ...{ count: 0, totalCount: 0, trackKeys: "" },
      columns: [{ field: "TEMPO", values: "" }],
    });
  });

  it("can be asked for four at once, within the default limit of costs, and no more", async () => {
    const four = await ask({ fields: enumNames.slice(0, 4) });
    const five = await ask({ fields: enumNames.slice(0, 5) });

    expect(four.errors).toBeUndefined();
    expect(four.data.trackColumns.columns).toHaveLength(4);
    expect(five.errors?.[0]?.extensions).toMatchObject({
      ...{ code: "INVALID_INPUT", parameter: "fields" },
    });
  });

  it("cost so much that a request cannot ask for four of them twice", async () => {
    const column = `trackColumns(fields: [${enumNames.slice(0, 4).join()}]) { columns { values } }`;

    const { errors } = await askGraphql(application, `{ a: ${column} b: ${column} }`);

    expect(errors?.[0]?.extensions).toMatchObject({ code: "INVALID_INPUT", parameter: "query" });
  });

  it.each<[TrackColumnsQueryVariables, string]>([
    [{ fields: ["TEMPO", "TEMPO"] }, "fields"],
    [{ fields: ["TEMPO"], filter: { analysed: false } }, "filter.analysed"],
    [{ fields: ["TEMPO"], filter: { key: 12 } }, "filter.key"],
  ])("are refused for %j", async (variables, parameter) => {
    const { errors } = await ask(variables);

    expect(errors?.[0]?.extensions).toMatchObject({ code: "INVALID_INPUT", parameter });
  });

  it("need a key", async () => {
    const answer = await askGraphql(
      application,
      TrackColumnsDocument,
      { fields: ["TEMPO"] },
      { authorization: "" },
    );

    expect(codesOf(answer)).toEqual(["UNAUTHENTICATED"]);
  });
});
