import { entityTagOf, matchesEntityTag } from "../../src/http/entity-tag.js";

describe("matchesEntityTag", () => {
  it.each(['"a-v1"', 'W/"a-v1"', '"b", "a-v1"', 'W/"b" ,W/"a-v1"', "*", " * "])(
    "recognises that a client with %s has it",
    (header) => {
      expect(matchesEntityTag(header, '"a-v1"')).toBe(true);
    },
  );

  it.each([undefined, "", '"b"', "a-v1", '"a-v2", "xa-v1"', '"a-v1'])(
    "recognises that a client with %s does not have it",
    (header) => {
      expect(matchesEntityTag(header, '"a-v1"')).toBe(false);
    },
  );
});

describe("entityTagOf", () => {
  it("has 27 characters in quotes, however long the representation is", () => {
    expect(entityTagOf("a".repeat(100_000))).toMatch(/^"[\w-]{27}"$/);
  });

  it("is equal for equal bytes and for no others", () => {
    expect(entityTagOf("abc")).toBe(entityTagOf(Buffer.from("abc")));
    expect(entityTagOf("abc")).not.toBe(entityTagOf("abd"));
  });
});
