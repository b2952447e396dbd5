import type { TagChanges, TagItem } from "../../../../domain/tagging/tag-field.js";
import {
  frameBytes,
  parseId3Frame,
  synchronised,
  type Id3Frame,
  type Id3Tag,
} from "./id3v2-tag.js";
import { changedEntries, storedValue, type NamedValue } from "../tag-document.js";
import { findTagField } from "../tag-names.js";
import { UnwritableTagsError } from "../unwritable-tags-error.js";

/** The ids of version 2.2 for those that are read or written. */
const SHORT_IDS: Readonly<Record<string, string>> = {
  TBPM: "TBP",
  TKEY: "TKE",
  TXXX: "TXX",
  TIT1: "TT1",
  TIT2: "TT2",
  TPE1: "TP1",
  TPE2: "TP2",
  TALB: "TAL",
  TCOM: "TCM",
  GRP1: "GP1",
  MVNM: "MVN",
  MVIN: "MVI",
};

const LONG_IDS = new Map(Object.entries(SHORT_IDS).map(([long, short]) => [short, long]));

/** A new tag is of version 2.3, which the most programs read. */
export const EMPTY_ID3_TAG: Id3Tag = {
  version: 3,
  isUnsynchronised: false,
  frames: [],
  paddingBytes: 0,
};

/** A value of a frame, and the field that it is. */
type FrameItem = TagItem & { readonly frame: Id3Frame };

/** Returns the values of a tag that are ours to write. */
export function id3Items(tag: Id3Tag): readonly TagItem[] {
  return frameItems(tag).map(({ field, name, value, frame }) => ({
    ...{ field, name, value },
    stored: storedValue(formOf(tag), tag.frames.indexOf(frame), frameBytes(frame, tag.version)),
  }));
}

/** Returns a tag with other values; frames of other fields stay as they are. */
export function changedId3Tag(tag: Id3Tag, changes: TagChanges): Id3Tag {
  const removed = new Set(
    frameItems(tag)
      .filter(({ field }) => changes.has(field))
      .map(({ frame }) => frame),
  );
  const kept = tag.frames.filter((frame) => !removed.has(frame));
  const frames = changedEntries(kept, changes, {
    ...{ system: "id3", form: formOf(tag) },
    parse: (bytes) => parseId3Frame(bytes, tag.version),
    create: (value) => frameOf(value, tag.version),
  });
  return { ...tag, frames };
}

/** What the bytes of a frame depend on. */
const formOf = ({ version, isUnsynchronised }: Id3Tag): string =>
  `id3v2.${version}${isUnsynchronised ? " unsynchronised" : ""}`;

function frameItems(tag: Id3Tag): readonly FrameItem[] {
  return tag.frames.flatMap((frame): FrameItem[] => {
    const id = longIdOf(frame);
    if (id !== "TXXX" && findTagField("id3", id) === undefined) return [];
    const [first = "", ...rest] = textsOf(frame, tag);
    const name = id === "TXXX" ? `TXXX:${first}` : id;
    const field = findTagField("id3", name);
    const texts = id === "TXXX" ? rest : [first, ...rest];
    // Several values of a frame are separated by zeros, also where it is written again.
    return field === undefined ? [] : [{ field, name, value: texts.join("\0"), frame }];
  });
}

/** Returns the id of a frame in versions 2.3 and 2.4. */
const longIdOf = ({ id }: Id3Frame): string => LONG_IDS.get(id.replace(/[ \0]$/, "")) ?? id;

/**
 * Returns the texts of a tag by the id of their frame in version 2.4, with the description in capital
 * letters where it is a user text: "TPE1", "TXXX:ARTISTS". Compressed and encrypted frames are left out.
 */
export function id3Texts(tag: Id3Tag): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const frame of tag.frames) {
    const id = longIdOf(frame);
    if (!/^(?:T...|GRP1|MVNM|MVIN)$/.test(id) || isPacked(frame, tag)) continue;
    const [description = "", ...values] = textsOf(frame, tag);
    const isNamed = id === "TXXX";
    const name = isNamed ? `TXXX:${description.toUpperCase()}` : id;
    const texts = isNamed ? values : [description, ...values];
    found.set(name, [...(found.get(name) ?? []), ...texts]);
  }
  return found;
}

/**
 * Joins tags of a file to one that every reader reads: of several, the first that has a frame counts. Frames of
 * version 2.2 and later ones are not joined.
 */
export function joinedId3Tag([first, ...others]: readonly [Id3Tag, ...Id3Tag[]]): Id3Tag {
  const plain = plainId3Tag(first);
  if (others.length === 0) return plain;
  const { version, frames, paddingBytes } = plain;
  const joined = [...frames];
  const names = new Set(frames.map((frame) => frameName(frame, first)));
  for (const other of others) {
    if ((other.version === 2) !== (version === 2)) continue;
    const added = plainId3Tag(other).frames.filter((frame) => {
      return !isPacked(frame, other) && !names.has(frameName(frame, other));
    });
    joined.push(...added);
    for (const frame of added) names.add(frameName(frame, other));
  }
  return { version, isUnsynchronised: false, frames: joined, paddingBytes };
}

/** Returns the name by which a frame is told from others: its id, of a user text with the description. */
function frameName(frame: Id3Frame, tag: Id3Tag): string {
  const id = longIdOf(frame);
  return id === "TXXX" && !isPacked(frame, tag)
    ? `TXXX:${textsOf(frame, tag)[0]?.toUpperCase()}`
    : id;
}

/** Returns a tag with the same values and nothing that its flags add, which not every reader undoes. */
function plainId3Tag(tag: Id3Tag): Id3Tag {
  const frames = tag.frames.map((frame) => {
    if (isPacked(frame, tag)) return frame;
    return { ...frame, flags: frame.flags & 0xff00, body: contentOf(frame, tag) };
  });
  return { ...tag, isUnsynchronised: false, frames };
}

/** Whether a frame is compressed or encrypted. */
function isPacked({ flags }: Id3Frame, { version }: Id3Tag): boolean {
  return version > 2 && (version === 3 ? flags & 0xc0 : flags & 0x0c) !== 0;
}

/**
 * Returns the texts of a text frame, which are separated by zeros.
 *
 * @throws {UnwritableTagsError} it is compressed or encrypted
 */
function textsOf(frame: Id3Frame, tag: Id3Tag): readonly string[] {
  if (isPacked(frame, tag)) throw new UnwritableTagsError("its ID3 tag is compressed");
  const content = contentOf(frame, tag);
  const texts = decodedText(content.subarray(1), content[0] ?? 0).split("\0");
  while (texts.length > 1 && texts.at(-1) === "") texts.pop();
  return texts;
}

/** Returns the content of a frame that is neither compressed nor encrypted, without what its flags add. */
function contentOf({ flags, body }: Id3Frame, tag: Id3Tag): Buffer {
  let content = body;
  if (tag.version === 3 && (flags & 0x20) !== 0) content = content.subarray(1);
  if (tag.version === 4) {
    if ((flags & 0x40) !== 0) content = content.subarray(1);
    if ((flags & 0x01) !== 0) content = content.subarray(4);
    if (tag.isUnsynchronised || (flags & 0x02) !== 0) content = synchronised(content);
  }
  return content;
}

function decodedText(bytes: Buffer, encoding: number): string {
  if (encoding === 0) return bytes.toString("latin1");
  if (encoding === 3) return bytes.toString("utf8");
  const isBigEndian = encoding === 2 || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return (isBigEndian ? even.swap16() : even).toString("utf16le").replaceAll("\ufeff", "");
}

/** Returns the frame of a value. */
function frameOf({ name, value }: NamedValue, version: number): Id3Frame {
  const [id = "", ...description] = name.split(":");
  const texts = id === "TXXX" ? [description.join(":"), value] : [value];
  if (version > 2) return { id, flags: 0, body: encodedTexts(texts, version) };
  // Version 2.2 has no frame for moods.
  if (id === "TMOO") return frameOf({ name: "TXXX:MOOD", value }, version);
  return { id: SHORT_IDS[id] ?? id, flags: 0, body: encodedTexts(texts, version) };
}

function encodedTexts(texts: readonly string[], version: number): Buffer {
  if (texts.every((text) => /^[\0-\x7f]*$/.test(text))) {
    return Buffer.from(`\0${texts.join("\0")}`, "latin1");
  }
  if (version === 4) return Buffer.from(`\u0003${texts.join("\0")}`, "utf8");
  const encoded = texts.map((text) => `\ufeff${text}`).join("\0");
  return Buffer.concat([Buffer.from([1]), Buffer.from(encoded, "utf16le")]);
}
