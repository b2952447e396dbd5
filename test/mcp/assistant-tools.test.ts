import { assistantTools } from "../../src/mcp/assistant-tools.js";
import type { JsonSchema } from "../../src/mcp/variable-schema.js";

const tools = assistantTools();
const reading = tools.filter(({ isWriting }) => !isWriting);

const namesOf = (some: typeof tools): readonly string[] =>
  some.map(({ description }) => description.name);

const bytesOf = (some: typeof tools): number =>
  JSON.stringify({ tools: some.map(({ description }) => description) }).length;

describe("The tools for assistants", () => {
  it("are few, and those that change data are known", () => {
    expect(namesOf(reading)).toEqual([
      ...[
        "analyse",
        "continue",
        "duplicates",
        "facets",
        "find",
        "library",
        "mix",
        "moods",
        "playlist",
        "playlists",
        "search",
        "search_library",
        "similar",
        "tracks",
      ],
    ]);
    expect(namesOf(tools.filter(({ isWriting }) => isWriting))).toEqual([
      ...["copy_playlist", "correct", "delete_playlist", "edit_playlist", "forget"],
      ...["retry_analyses", "save_playlist", "undo_playlist"],
    ]);
  });

  it("have descriptions that fill a small part of an assistant's memory", () => {
    // About 8 300 and 11 500 tokens, at four bytes each.
    expect(bytesOf(reading)).toBeLessThan(33_200);
    expect(bytesOf(tools)).toBeLessThan(46_300);
  });

  it.each(tools)("say what each is for, and what its arguments mean: $operationName", (tool) => {
    const { description, inputSchema } = tool.description;
    const members = Object.entries(inputSchema.properties as unknown as Record<string, JsonSchema>);

    const undescribed = members.filter(([, member]) => (member.description ?? "").length < 10);

    expect(description?.length).toBeGreaterThan(60);
    expect(undescribed).toEqual([]);
  });

  it("take the types, the defaults and the required arguments from the operations", () => {
    const { inputSchema } = tools.find(
      ({ description }) => description.name === "mix",
    )!.description;

    expect(inputSchema).toMatchObject({
      required: ["from", "to"],
      additionalProperties: false,
      properties: {
        from: { type: "string" },
        length: { type: "integer", default: 10 },
        maxTempoChangePercent: { type: "number" },
        compatibleKeysOnly: { type: "boolean", default: false },
      },
    });
  });

  it("describe answers: what may be absent is not required, as in all members of a union", () => {
    const { outputSchema } = tools.find(
      ({ description }) => description.name === "analyse",
    )!.description;

    const { analysis } = outputSchema!["properties"] as Record<string, JsonSchema>;
    expect(analysis!.required).toEqual(["__typename"]);
    expect(analysis!.properties).toMatchObject({
      __typename: { enum: ["AnalysisFailed", "AnalysisPending", "TrackAnalysis"] },
      tempo: { type: "number" },
      details: { type: "array", items: { required: ["field", "confidence"] } },
    });
  });
});
