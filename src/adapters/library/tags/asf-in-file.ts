import type { KeptParts } from "./kept-parts.js";
import type { FilePart } from "./read-ahead.js";

/** Maximum length of a header that is read, bytes: a picture of 16 MiB and its texts. */
const MAX_HEADER_BYTES = 17 * 1024 * 1024;

/** A GUID and a length precede each object. */
const OBJECT_HEADER_BYTES = 24;

/** What precedes the objects of a header: its own GUID and length, their number, and two reserved bytes. */
const TOP_BYTES = OBJECT_HEADER_BYTES + 6;

/** Source: "Advanced Systems Format (ASF) Specification", revision 1.20.06, sections 3.1 and 3.4. */
const HEADER = Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex");
const HEADER_EXTENSION = Buffer.from("b503bf5f2ea9cf118ee300c00c205365", "hex");

/**
 * Returns the header of an ASF file (WMA) with its extension behind its other objects, as long as it is in the file; nothing for
 * other formats, and where it is there already. The description of the content has one value of each name, and the extension has
 * the further ones; the general reader of tags gives them in the order of the file, in which the extension mostly is the first.
 */
export function orderedAsfHeader(file: KeptParts): readonly FilePart[] {
  const top = file.bytesAt(0, TOP_BYTES);
  if (top.length < TOP_BYTES || !top.subarray(0, HEADER.length).equals(HEADER)) return [];
  const length = Number(top.readBigUInt64LE(HEADER.length));
  if (length > MAX_HEADER_BYTES) return [];
  const header = file.bytesAt(0, length);
  const extensions: Buffer[] = [];
  const others: Buffer[] = [];
  for (let at = TOP_BYTES; at < header.length;) {
    if (at + OBJECT_HEADER_BYTES > header.length) return [];
    const end = at + Number(header.readBigUInt64LE(at + HEADER.length));
    if (end < at + OBJECT_HEADER_BYTES || end > header.length) return [];
    const object = header.subarray(at, end);
    const isExtension = object.subarray(0, HEADER_EXTENSION.length).equals(HEADER_EXTENSION);
    (isExtension ? extensions : others).push(object);
    at = end;
  }
  const bytes = Buffer.concat([header.subarray(0, TOP_BYTES), ...others, ...extensions]);
  return bytes.equals(header) ? [] : [{ position: 0, bytes }];
}
