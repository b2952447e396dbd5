import { facetsCommand } from "../../src/cli/catalogue/facets-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import type { FacetsRequest } from "../../src/domain/catalogue/facets.js";

const found = {
  facets: [
    {
      field: "genre",
      values: [{ value: "Drum & Bass", count: 12 }],
      valueCount: 3,
      trackCount: 20,
    },
  ],
  totalCount: 25,
};

describe("overtone facets", () => {
  /** Runs the command; returns what it prints and what it asks the service for. */
  async function run(...words: string[]) {
    const ended = { lines: [] as string[], requests: [] as FacetsRequest[] };
    const countFacets = (request: FacetsRequest) => {
      ended.requests.push(request);
      return Promise.resolve(found);
    };
    const context = {
      withServices: (use: (services: unknown) => Promise<void>) =>
        use({ catalogue: { countFacets } }),
      print: (...lines: readonly string[]) => void ended.lines.push(...lines),
    } as unknown as CommandContext;
    await facetsCommand(context).parseAsync(words, { from: "user" });
    return ended;
  }

  it("prints the values of each field with their counts", async () => {
    const { lines, requests } = await run("genre,year", "--where", "tempo.gte=120", "--limit", "3");

    expect(lines).toEqual(["genre: 3 values of 20 tracks", "      12  Drum & Bass"]);
    expect(requests).toMatchObject([
      { fields: ["genre", "year"], first: 3, filter: { estimates: { tempo: { gte: 120 } } } },
    ]);
  });

  it("prints what REST answers", async () => {
    const { lines } = await run("genre", "--json");

    expect(JSON.parse(lines.join("\n"))).toEqual(found);
  });

  it.each([
    ["an unknown field", ["colour"]],
    ["a field that is given twice", ["genre,genre"]],
    ["too many values", ["genre", "--limit", "501"]],
    ["an unknown filter", ["genre", "--where", "colour=red"]],
  ])("refuses %s", async (_what, words) => {
    await expect(run(...words)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
