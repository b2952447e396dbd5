import {
  durationMsFrom,
  namesIn,
  type ListedTexts,
} from "../../domain/list-import/listed-track-from.js";
import type { ReadList } from "../../domain/list-import/listed-row.js";
import type { SlicedWork } from "../../ports/analysis/sound-catalogue.js";
import { CollectedLists } from "./collected-lists.js";
import { pathFromLocation } from "./list-path.js";
import { eachLine } from "./text-lines.js";
import type { TextList } from "./text-list.js";

const ENTRY = /^(file|title|length)(\d{1,6}) ?=(.*)$/iu;

/** What is said of an entry. */
interface Entry {
  file?: string;
  title?: string;
  length?: string;
}

/**
 * Reads a playlist whose entries are numbered, in the order of their numbers.
 *
 * Source: "PLS (file format)", en.wikipedia.org/wiki/PLS_(file_format).
 */
export function* readPls({ text, folder, list: wanted }: TextList): SlicedWork<ReadList> {
  const lists = new CollectedLists(wanted);
  const list = lists.begin(undefined);
  const entries = new Map<number, Entry>();
  yield* eachLine(text, (line) => {
    const [, name = "", number = "", value = ""] = ENTRY.exec(line) ?? [];
    if (name === "") return;
    const entry = entries.get(Number(number)) ?? {};
    entry[name.toLowerCase() as keyof Entry] = value;
    entries.set(Number(number), entry);
  });
  for (const [, entry] of [...entries].sort(([one], [other]) => one - other)) {
    const { file = "", title = "" } = entry;
    lists.add(list, () => ({ raw: `${title} ${file}`, ...textsOf(entry, folder) }));
  }
  return lists.result("pls");
}

function textsOf(
  { file = "", title = "", length }: Entry,
  folder: string | undefined,
): ListedTexts {
  return {
    ...(title.trim() !== "" && namesIn(title)),
    durationMs: durationMsFrom(length, "s"),
    path: pathFromLocation(file, folder),
  };
}
