import {
  DASH,
  durationMsFrom,
  namesIn,
  withSingleSpaces,
  type ListedTexts,
} from "../../domain/list-import/listed-track-from.js";
import type { ReadList } from "../../domain/list-import/listed-row.js";
import type { SlicedWork } from "../../ports/analysis/sound-catalogue.js";
import { CollectedLists } from "./collected-lists.js";
import { pathFromLocation } from "./list-path.js";
import { eachLine } from "./text-lines.js";
import type { TextList } from "./text-list.js";

/** Length, attributes, and what players show: mostly artist and title. */
const INFO = /^#EXTINF: ?(-?\d+(?:\.\d+)?)?((?: [\w-]+=(?:"[^"]*"|[^ ",]*))*) ?(?:,(.*))?$/iu;

const ATTRIBUTE = /([\w-]+)=(?:"([^"]*)"|([^ ",]*))/gu;

const DIRECTIVE = /^#(PLAYLIST|EXTART|EXTALB):(.+)$/iu;

const HAS_FILE = /[\\/]|\.[a-z0-9]{2,5}$/iu;

/**
 * Reads a playlist of paths, one a line, with what comments say of them in the extended form. A line without a path that has artist
 * and title, as lists of names have it, is a row as well.
 *
 * Source: "M3U", en.wikipedia.org/wiki/M3U, the directives of the extended form.
 */
export function* readM3u({ text, folder, list: wanted }: TextList): SlicedWork<ReadList> {
  const lists = new CollectedLists(wanted);
  const list = lists.begin(undefined);
  let said: ListedTexts = {};
  let comment = "";
  yield* eachLine(text, (line) => {
    if (line.startsWith("#")) {
      const [, directive, value = ""] = DIRECTIVE.exec(line) ?? [];
      const name = directive?.toUpperCase();
      if (name === "PLAYLIST") lists.rename(list, value);
      if (name === "EXTART") said = { ...said, artist: value };
      if (name === "EXTALB") said = { ...said, album: value };
      const info = INFO.exec(withSingleSpaces(line));
      if (info) said = { ...said, ...infoOf(info) };
      if (info) comment = `${line} `;
      return;
    }
    const row = said;
    const raw = comment + line;
    lists.add(list, () => ({ raw, ...saidBy(line, folder), ...row }));
    said = {};
    comment = "";
  });
  return lists.result("m3u");
}

function infoOf([, seconds, attributes = "", shown = ""]: RegExpExecArray): ListedTexts {
  const given = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = "", quoted, plain]) => [
      name.toLowerCase(),
      quoted ?? plain,
    ]),
  );
  const durationMs = durationMsFrom(seconds, "s");
  const names = shown.trim() === "" ? {} : namesIn(shown.trim());
  const title = given.get("tvg-name") ?? given.get("title");
  return {
    ...(durationMs !== undefined && { durationMs }),
    ...(title !== undefined && { title }),
    ...names,
    ...(given.has("artist") && { artist: given.get("artist") }),
    ...(given.has("album") && { album: given.get("album") }),
  };
}

/** Returns what a line says of its track: artist and title in a list of names without files, or else its path. */
const saidBy = (line: string, folder: string | undefined): ListedTexts =>
  DASH.test(line) && !HAS_FILE.test(line)
    ? namesIn(line)
    : { path: pathFromLocation(line, folder) };
