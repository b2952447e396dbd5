import {
  commentFrom,
  commentPlaceholders,
  DEFAULT_COMMENT,
  parseCommentTemplate,
} from "../../../src/domain/export/comment-template.js";

describe("The template of a comment", () => {
  it("is a line with placeholders, or absent", () => {
    const all = commentPlaceholders.map((name) => `{${name}}`).join(" ");

    expect(parseCommentTemplate(undefined)).toBeUndefined();
    for (const template of ["", "mine", DEFAULT_COMMENT, all, "x".repeat(200)]) {
      expect(parseCommentTemplate(template)).toBe(template);
    }
  });

  it.each([
    ["{bpm}", "must not have {bpm}; its placeholders are {camelot}, {openKey}, {key}"],
    ["{Camelot}", "must not have {Camelot}; its placeholders are {camelot}"],
    ["{}", "must not have {}; its placeholders are {camelot}"],
    ["{camelot", "must not have {; its placeholders are {camelot}"],
    ["energy}", "must not have }; its placeholders are {camelot}"],
    ["two\nlines", "must be a line of at most 200 characters"],
    ["x".repeat(201), "must be a line of at most 200 characters"],
  ])("is refused where it is %j", (template, problem) => {
    expect(() => parseCommentTemplate(template, "comment")).toThrow(
      `The parameter "comment" ${problem}`,
    );
  });

  it("leaves out what stands between two hyphens where a value in it is not known", () => {
    const known = (values: Record<string, string>) => (name: string) => values[name] ?? null;

    const some: readonly Record<string, string>[] = [
      { camelot: "8A", energy: "4" },
      { camelot: "8A" },
      { energy: "4" },
      {},
    ];

    const comments = some.map((values) => commentFrom(DEFAULT_COMMENT, known(values)));

    expect(comments).toEqual(["8A - Energy 4", "8A", "Energy 4", ""]);
    expect(commentFrom("mine - {camelot} {energy}", known({ energy: "4" }))).toBe("mine");
  });

  it("has values on one line, and nothing of them is read as a placeholder", () => {
    const comment = commentFrom("{genre}!", () => "$& {energy}\r\n- x");

    expect(comment).toBe("$& {energy} - x!");
  });
});
