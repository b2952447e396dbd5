import { createHash } from "node:crypto";
import type { Row } from "./copied-tables.js";

/** Returns the first 64 bits of the SHA-256 of a row, with the names of its columns and whatever their order. */
export function rowDigest(row: Row): bigint {
  let text = "";
  for (const column of Object.keys(row).sort()) text += encoded(column) + encoded(row[column]);
  return createHash("sha256").update(text).digest().readBigUInt64BE();
}

/** Encodes a value so that no two lists of values have the same text. */
function encoded(value: unknown): string {
  if (value === null) return "-";
  if (typeof value === "string") return `t${value.length}:${value}`;
  // A system without booleans has 1 and 0. -0, which SQLite has not, is written like 0.
  if (typeof value === "boolean") return `n${Number(value)};`;
  if (typeof value === "number" || typeof value === "bigint") return `n${value};`;
  if (value instanceof Uint8Array) {
    return `b${value.length}:${Buffer.from(value).toString("base64")}`;
  }
  throw new TypeError(`A database returned a value of an unknown type: ${typeof value}.`);
}
