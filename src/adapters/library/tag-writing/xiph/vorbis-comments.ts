import type { TagChanges, TagItem } from "../../../../domain/tagging/tag-field.js";
import { changedEntries, storedValue } from "../tag-document.js";
import { findTagField } from "../tag-names.js";
import { UnwritableTagsError } from "../unwritable-tags-error.js";

/** The comments of FLAC, Ogg Vorbis and Opus. */
export interface VorbisComments {
  readonly vendor: Buffer;
  /** `NAME=value` as stored: UTF-8, sometimes other bytes. */
  readonly comments: readonly Buffer[];
  /** What follows the comments. */
  readonly rest: Buffer;
}

/** The comments of a file that has none. */
export const NO_COMMENTS: VorbisComments = {
  vendor: Buffer.from("Overtone"),
  comments: [],
  rest: Buffer.alloc(0),
};

/** The bytes of a comment are the same in all formats that have comments. */
const FORM = "vorbis";

/** Whether comments say nothing, and were begun by Overtone. */
export function areOurEmptyComments({ vendor, comments, rest }: VorbisComments): boolean {
  return comments.length === 0 && rest.length === 0 && vendor.equals(NO_COMMENTS.vendor);
}

/**
 * Parses comments.
 *
 * Source: Xiph.Org, "Ogg Vorbis I format specification: comment field and header specification".
 *
 * @throws {UnwritableTagsError} a length exceeds the bytes
 */
export function parseVorbisComments(bytes: Buffer): VorbisComments {
  let at = 0;
  const number = (): number => {
    at += 4;
    if (at > bytes.length) throw new UnwritableTagsError("its comments are damaged");
    return bytes.readUInt32LE(at - 4);
  };
  const part = (): Buffer => {
    const length = number();
    at += length;
    if (at > bytes.length) throw new UnwritableTagsError("its comments are damaged");
    return bytes.subarray(at - length, at);
  };
  const vendor = part();
  const count = number();
  const comments: Buffer[] = [];
  while (comments.length < count) comments.push(part());
  return { vendor, comments, rest: bytes.subarray(at) };
}

/** Returns the bytes of comments. */
export function vorbisCommentBytes({ vendor, comments, rest }: VorbisComments): Buffer {
  const parts = [vendor, ...comments].map((part) => Buffer.concat([uint32(part.length), part]));
  const [first = Buffer.alloc(0), ...others] = parts;
  return Buffer.concat([first, uint32(comments.length), ...others, rest]);
}

/** Returns the values that are ours to write. */
export function vorbisItems({ comments }: VorbisComments): readonly TagItem[] {
  return comments.flatMap((comment, index): TagItem[] => {
    const separator = comment.indexOf("=");
    const name = comment.toString("utf8", 0, Math.max(0, separator));
    const field = findTagField("vorbis", name);
    const value = comment.toString("utf8", separator + 1);
    const stored = storedValue(FORM, index, comment);
    return field === undefined ? [] : [{ field, name, value, stored }];
  });
}

/** Returns comments with other values; all others stay as they are. */
export function changedVorbisComments(before: VorbisComments, changes: TagChanges): VorbisComments {
  const kept = before.comments.filter((comment) => {
    const name = comment.toString("utf8", 0, Math.max(0, comment.indexOf("=")));
    const field = findTagField("vorbis", name);
    return field === undefined || !changes.has(field);
  });
  const comments = changedEntries(kept, changes, {
    ...{ system: "vorbis", form: FORM },
    parse: (bytes) => bytes,
    create: ({ name, value }) => Buffer.from(`${name}=${value}`),
  });
  return { ...before, comments };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
