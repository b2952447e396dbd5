import type { TagChanges, TagItem } from "../../../../domain/tagging/tag-field.js";
import {
  findMp4Child,
  mp4Leaf,
  mp4NodeBytes,
  parseMp4Node,
  withMp4Child,
  type Mp4Node,
} from "./mp4-tree.js";
import { changedEntries, storedValue, type NamedValue } from "../tag-document.js";
import { findTagField } from "../tag-names.js";
import { UnwritableTagsError } from "../unwritable-tags-error.js";

/** Types of values. Source: Apple, "QuickTime File Format", well-known types. */
const UTF8 = 1;
const INTEGER = 21;
/** Version, flags, type and locale of a value. */
const VALUE_HEADER_BYTES = 8;

/** Returns the list of tags in `moov`, or `undefined` where there is none. */
export function findItemList(movie: Mp4Node): Mp4Node | undefined {
  const meta = findMp4Child(findMp4Child(movie, "udta"), "meta");
  const handler = findMp4Child(meta, "hdlr");
  if (handler && handler.head.toString("latin1", 8, 12) !== "mdir") {
    throw new UnwritableTagsError("its tags are of an unknown kind");
  }
  return findMp4Child(meta, "ilst");
}

/** Returns the values that are ours to write. */
export function mp4Items(list: Mp4Node | undefined): readonly TagItem[] {
  return (list?.children ?? []).flatMap((node, index): TagItem[] => {
    const name = nameOf(node);
    const field = findTagField("mp4", name);
    if (field === undefined) return [];
    const stored = storedValue(FORM, index, mp4NodeBytes(node));
    return [{ field, name, value: valueOf(node), stored }];
  });
}

/** Returns `moov` with other tags; all others stay as they are. */
export function changedMovie(movie: Mp4Node, changes: TagChanges): Mp4Node {
  const before = findItemList(movie) ?? { ...mp4Leaf("ilst", Buffer.alloc(0)) };
  const kept = before.children.filter((node) => {
    const field = findTagField("mp4", nameOf(node));
    return field === undefined || !changes.has(field);
  });
  const children = changedEntries(kept, changes, {
    ...{ system: "mp4", form: FORM },
    parse: parseMp4Node,
    create: itemOf,
  });
  const list = { ...before, children };
  const user = findMp4Child(movie, "udta") ?? mp4Leaf("udta", Buffer.alloc(0));
  const meta = findMp4Child(user, "meta") ?? NEW_META;
  return withMp4Child(movie, withMp4Child(user, withMp4Child(meta, list)));
}

/** The bytes of a box are the same in all lists of tags. */
const FORM = "mp4";

/** `meta` with the handler of iTunes, and without tags. */
const NEW_META: Mp4Node = {
  type: "meta",
  head: Buffer.alloc(4),
  children: [
    mp4Leaf(
      "hdlr",
      Buffer.concat([Buffer.alloc(8), Buffer.from("mdirappl", "latin1"), Buffer.alloc(9)]),
    ),
  ],
  tail: Buffer.alloc(0),
};

/**
 * Returns a tag as every reader reads it: a tempo is an integer of two bytes, whatever it is in the file. A tag that is so
 * already is returned itself.
 */
export function usualItem(node: Mp4Node): Mp4Node {
  const value = node.type === "tmpo" ? valueOf(node) : "";
  if (!/^\d{1,4}$/.test(value)) return node;
  const usual = itemOf({ name: node.type, value });
  return mp4NodeBytes(usual).equals(mp4NodeBytes(node)) ? node : usual;
}

/** Returns the name of a tag: its type, or its owner and name where it is freeform. */
function nameOf(node: Mp4Node): string {
  if (node.type !== "----") return node.type;
  const texts = ["mean", "name"].map((type) => findMp4Child(node, type)?.head.toString("utf8", 4));
  return ["----", ...texts].join(":");
}

function valueOf(node: Mp4Node): string {
  // `tmpo` has a box of its own inside, which is not read as a tree.
  const isFreeform = node.type === "----";
  const values = isFreeform ? node.children.filter(isValue) : [innerValue(node)];
  // A value without a type is text in freeform tags, and an integer in `tmpo`.
  const integerTypes = isFreeform ? [INTEGER] : [INTEGER, 0];
  return values.map((value) => textOf(value.head, integerTypes)).join("\0");
}

const isValue = ({ type }: Mp4Node): boolean => type === "data";

function innerValue({ head }: Mp4Node): Mp4Node {
  return mp4Leaf("data", head.subarray(8));
}

function textOf(head: Buffer, integerTypes: readonly number[]): string {
  const content = head.subarray(VALUE_HEADER_BYTES);
  if (head.length < VALUE_HEADER_BYTES) return "";
  const type = head.readUInt32BE(0) & 0xff_ffff;
  const isInteger = integerTypes.includes(type) && content.length > 0 && content.length <= 6;
  return isInteger ? String(content.readUIntBE(0, content.length)) : content.toString("utf8");
}

function itemOf({ name, value }: NamedValue): Mp4Node {
  const [type = "", owner = "", ...rest] = name.split(":");
  if (type === "tmpo")
    return { ...mp4Leaf("tmpo", Buffer.alloc(0)), children: [integerValue(value)] };
  const values = value.split("\0").map((text) => valueNode(UTF8, Buffer.from(text)));
  const named = (kind: string, text: string): Mp4Node =>
    mp4Leaf(kind, Buffer.concat([Buffer.alloc(4), Buffer.from(text)]));
  const children = [named("mean", owner), named("name", rest.join(":")), ...values];
  return { ...mp4Leaf("----", Buffer.alloc(0)), children };
}

function integerValue(text: string): Mp4Node {
  const bytes = Buffer.alloc(2);
  const value = Math.round(Number(text));
  if (!(value >= 0 && value <= 0xffff)) throw new UnwritableTagsError("its tempo does not fit in");
  bytes.writeUInt16BE(value);
  return valueNode(INTEGER, bytes);
}

function valueNode(type: number, content: Buffer): Mp4Node {
  const header = Buffer.alloc(VALUE_HEADER_BYTES);
  header.writeUInt32BE(type);
  return mp4Leaf("data", Buffer.concat([header, content]));
}
