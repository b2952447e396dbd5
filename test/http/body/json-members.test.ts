import { hasMoreMembers } from "../../../src/http/body/json-members.js";

describe("The members of a JSON text", () => {
  const counted = (text: string): number => {
    const bytes = Buffer.from(text);
    let count = 0;
    while (hasMoreMembers(bytes, count)) count++;
    return count;
  };

  it.each([
    ["1", 0],
    ["[]", 1],
    ["[1,2,3]", 1],
    ['{"a":1,"b":[{},{}]}', 6],
    ['{"a:{[":"b:{["}', 2],
    ['{"a\\":":1}', 2],
    ['{"a\\\\":"{"}', 2],
    ['"a:b', 0],
  ])("are counted outside of strings: %s", (text, count) => {
    expect(counted(text)).toBe(count);
  });

  it("are counted up to the limit and no further", () => {
    const nested = Buffer.from("[".repeat(1_000_000));

    expect(hasMoreMembers(nested, 5_000)).toBe(true);
    expect(hasMoreMembers(nested, 1_000_000)).toBe(false);
  });
});
