import { UnwritableTagsError } from "../unwritable-tags-error.js";

const MAX_DEPTH = 10;

/** A box of an MP4 file in memory. */
export interface Mp4Node {
  /** Four characters, Latin-1. */
  readonly type: string;
  /** What precedes the children: version and flags of some boxes; the whole content of others. */
  readonly head: Buffer;
  readonly children: readonly Mp4Node[];
  /** Fewer than eight bytes behind the last child, such as the zeros that end `udta`. */
  readonly tail: Buffer;
}

/** The boxes whose children are read: those on the way to tags and to positions of samples. */
const CONTAINERS: readonly string[] = [
  "moov",
  "udta",
  "ilst",
  "----",
  "trak",
  "mdia",
  "minf",
  "stbl",
];

/**
 * Parses a box and, where it leads to tags or to positions of samples, its children.
 *
 * @param bytes the whole box
 * @throws {UnwritableTagsError} its children exceed it
 */
export function parseMp4Node(bytes: Buffer, depth = 0): Mp4Node {
  const isLong = bytes.readUInt32BE(0) === 1;
  const type = bytes.toString("latin1", 4, 8);
  const content = bytes.subarray(isLong ? 16 : 8);
  const headBytes = headLength(type, content);
  if (headBytes === undefined || depth > MAX_DEPTH) {
    return { type, head: content, children: [], tail: Buffer.alloc(0) };
  }
  const children: Mp4Node[] = [];
  let at = headBytes;
  while (at + 8 <= content.length) {
    const stated = content.readUInt32BE(at);
    const isLongChild = stated === 1 && at + 16 <= content.length;
    const length = isLongChild ? Number(content.readBigUInt64BE(at + 8)) : stated;
    if (length < (isLongChild ? 16 : 8) || at + length > content.length) {
      throw new UnwritableTagsError("its MP4 boxes are damaged");
    }
    children.push(parseMp4Node(content.subarray(at, at + length), depth + 1));
    at += length;
  }
  return { type, head: content.subarray(0, headBytes), children, tail: content.subarray(at) };
}

/** Returns the number of bytes in front of the children of a box; `undefined` where they are not read. */
function headLength(type: string, content: Buffer): number | undefined {
  if (type !== "meta") return CONTAINERS.includes(type) ? 0 : undefined;
  // In QuickTime files, `meta` has no version and flags.
  return content.toString("latin1", 4, 8) === "hdlr" ? 0 : 4;
}

/** Returns the bytes of a box. */
export function mp4NodeBytes({ type, head, children, tail }: Mp4Node): Buffer {
  const content = Buffer.concat([head, ...children.map(mp4NodeBytes), tail]);
  const header = Buffer.alloc(8);
  if (content.length + 8 > 0xffff_ffff) throw new UnwritableTagsError("its tags are too long");
  header.writeUInt32BE(content.length + 8);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, content]);
}

/** Returns a box without children. */
export function mp4Leaf(type: string, head: Buffer): Mp4Node {
  return { type, head, children: [], tail: Buffer.alloc(0) };
}

/** Returns the first child of a type, or `undefined`. */
export function findMp4Child(node: Mp4Node | undefined, type: string): Mp4Node | undefined {
  return node?.children.find((child) => child.type === type);
}

/** Returns a box with a child in place of the first one of its type, or behind all where there is none. */
export function withMp4Child(node: Mp4Node, child: Mp4Node): Mp4Node {
  const before = findMp4Child(node, child.type);
  const children = before
    ? node.children.map((one) => (one === before ? child : one))
    : [...node.children, child];
  return { ...node, children };
}

/** Returns a box in which all descendants of the types are replaced. */
export function mapMp4Nodes(
  node: Mp4Node,
  types: readonly string[],
  change: (found: Mp4Node) => Mp4Node,
): Mp4Node {
  if (types.includes(node.type)) return change(node);
  return { ...node, children: node.children.map((child) => mapMp4Nodes(child, types, change)) };
}
