import type { Row } from "../../../../src/adapters/storage/copy/copied-tables.js";
import { TableChecksum } from "../../../../src/adapters/storage/copy/database-copy.js";

const checksumOf = (rows: readonly unknown[]): string => {
  const checksum = new TableChecksum();
  for (const row of rows) checksum.add(row as Row);
  return `${checksum.rows} ${checksum.text}`;
};

describe("The checksum of a table", () => {
  it("is the same in any order of rows and columns", () => {
    const one = checksumOf([
      { a: 1, b: "x" },
      { a: 2, b: null },
    ]);
    const other = checksumOf([
      { b: null, a: 2 },
      { b: "x", a: 1 },
    ]);

    expect(one).toBe(other);
    expect(one).toMatch(/^2 [0-9a-f]{16}$/);
  });

  it.each([
    ["booleans and the numbers of a system without them", { a: true, b: false }, { a: 1, b: 0 }],
    ["numbers and bigints", { a: 9007199254740991n }, { a: 9007199254740991 }],
    ["zero and negative zero", { a: -0 }, { a: 0 }],
    ["bytes and buffers", { a: Buffer.from([1, 2]) }, { a: new Uint8Array([1, 2]) }],
  ])("is the same for %s", (_, one, other) => {
    expect(checksumOf([one])).toBe(checksumOf([other]));
  });

  it.each([
    ["a text and a number", [{ a: "1" }], [{ a: 1 }]],
    ["null and an empty text", [{ a: null }], [{ a: "" }]],
    ["texts that are divided elsewhere", [{ a: "xy", b: "" }], [{ a: "x", b: "y" }]],
    ["composed and decomposed letters", [{ a: "\u00f6" }], [{ a: "o\u0308" }]],
    ["a row and the same row twice", [{ a: 1 }], [{ a: 1 }, { a: 1 }]],
    ["two pairs of equal rows", [{ a: 1 }, { a: 1 }], [{ a: 2 }, { a: 2 }]],
    ["doubles that differ in the last bit", [{ a: 0.1 }], [{ a: 0.1 + Number.EPSILON / 8 }]],
  ])("differs between %s", (_, one, other) => {
    expect(checksumOf(one)).not.toBe(checksumOf(other));
  });

  it("refuses a value that no table has", () => {
    expect(() => checksumOf([{ a: new Date(0) }])).toThrow("unknown type");
  });
});
