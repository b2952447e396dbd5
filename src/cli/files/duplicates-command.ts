import { resolve } from "node:path";
import { Command } from "commander";
import { parseNumber } from "../../domain/catalogue/filter-texts.js";
import {
  DEFAULT_DUPLICATE_ORDER,
  duplicateOrders,
  parseDuplicateConditions,
} from "../../domain/duplicates/duplicate-conditions.js";
import {
  shownRecording,
  type DuplicateGroup,
  type ShownDuplicateFile,
} from "../../domain/duplicates/duplicate-group.js";
import { duplicateKinds } from "../../domain/duplicates/duplicate-sets.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { leftOutNoteOf } from "../../domain/export/exported-track.js";
import { parseCount } from "../../domain/parse-count.js";
import { parseOneOf } from "../../domain/parse-one-of.js";
import { playlistedFiles } from "../../services/duplicates/duplicate-playlists.js";
import type { DuplicateWalk } from "../../services/duplicates/duplicate-service.js";
import { clockTime } from "../clock-time.js";
import type { CommandContext } from "../command-context.js";
import { saveContent } from "../catalogue/write-export.js";
import { countOf } from "../count-of.js";

const MAX_GROUPS = 999_999;
const FORMAT_WIDTH = 26;
const NUMBER_WIDTH = 12;

interface DuplicatesOptions {
  readonly kind?: string;
  readonly minScore?: string;
  readonly folder?: string;
  readonly order?: string;
  readonly limit?: string;
  readonly json?: true;
  readonly m3u?: string | true;
  readonly output?: string;
}

/** `overtone duplicates`: lists files that hold the same recording, or recordings of one performance. */
export function duplicatesCommand(context: CommandContext): Command {
  return new Command("duplicates")
    .description(
      "List files that hold the same recording, or recordings of one performance, and which would be kept; deletes nothing",
    )
    .option("--kind <kind>", `${duplicateKinds.join(", ")}: one kind of groups only`)
    .option("--min-score <score>", "the least score of links between recordings, 0.5 to 1")
    .option("--folder <folder>", "groups that have a file in this folder or below it")
    .option(
      "--order <order>",
      `${duplicateOrders.join(", ")}: by the bytes that would be freed, the default, or by name`,
    )
    .option("--limit <count>", "maximum number of groups")
    .option("--json", "print a JSON line per group")
    .option(
      "--m3u [files]",
      "write a playlist: of the other files than those that would be kept (others, the default), or of all",
    )
    .option("--output <file>", "the file to write the playlist to, in place of standard output")
    .action((options: DuplicatesOptions) => run(context, options));
}

async function run(context: CommandContext, options: DuplicatesOptions): Promise<void> {
  const { json, m3u, output } = options;
  if (json && m3u !== undefined)
    throw new InvalidInputError("m3u", 'cannot be combined with "json"');
  if (output !== undefined && m3u === undefined)
    throw new InvalidInputError("output", 'needs "m3u"');
  const files = parseOneOf(m3u === true ? "others" : m3u, playlistedFiles, "m3u");
  const request = requestOf(options);
  await context.withServices(async ({ duplicates, duplicatePlaylists }) => {
    if (files) {
      const opened = duplicatePlaylists.open({ ...request, files, title: TITLES[files] });
      await saveContent(context, opened.content, output);
      const note = leftOutNoteOf(opened.leftOut);
      if (note !== undefined) context.printError(note);
      context.printError(`${countOf(opened.exported, "file")}. ${NOTHING_DELETED}`);
      return;
    }
    let [count, bytes] = [0, 0];
    for await (const groups of duplicates.walk(request)) {
      for (const group of groups) {
        context.print(...(json ? [jsonOf(group)] : tableOf(group)));
        count += 1;
        bytes += group.bytesToFree;
      }
      context.signal.throwIfAborted();
    }
    context.printError(
      `${countOf(count, "group")}; the files that would not be kept take ${sizeText(bytes)}. ${NOTHING_DELETED}`,
    );
  });
}

const NOTHING_DELETED = "Nothing was deleted.";

const TITLES = { others: "Duplicates that would not be kept", all: "Duplicates" } as const;

/** @throws {InvalidInputError} names the option that is malformed */
function requestOf(options: DuplicatesOptions): DuplicateWalk {
  const { kind, minScore, folder, order, limit } = options;
  return {
    ...parseDuplicateConditions({
      kind: parseOneOf(kind, duplicateKinds, "kind"),
      minScore: parseNumber(minScore, "min-score"),
      folder: folder && resolve(folder),
    }),
    order: parseOneOf(order, duplicateOrders, "order") ?? DEFAULT_DUPLICATE_ORDER,
    limit: parseCount(limit, {
      ...{ parameter: "limit", defaultValue: MAX_GROUPS, min: 1, max: MAX_GROUPS },
    }),
  };
}

function jsonOf({ recordings, ...group }: DuplicateGroup): string {
  return JSON.stringify({
    ...group,
    recordings: recordings.map((recording) => {
      const { recordingId, ...shown } = shownRecording(recording, true);
      const { artist, trackName } = recording.track;
      return { recordingId, artist, trackName, ...shown };
    }),
  });
}

/** Returns a group as lines: what would be freed, its recordings, their files, and the links. */
function tableOf(group: DuplicateGroup): readonly string[] {
  const { kind, bytesToFree, changedFiles, recordings, links } = group;
  const changed = changedFiles === 0 ? "" : `, ${countOf(changedFiles, "file")} changed`;
  const linked = links.map(
    ({ firstId, secondId, score, offsetSeconds }) =>
      `  ${score.toFixed(2)}  ${secondId} at ${offsetSeconds.toFixed(1)} s of ${firstId}`,
  );
  const lines = recordings.flatMap((recording) => {
    const { recordingId, durationSeconds, isExcerpt, bitRate, files } = shownRecording(
      recording,
      true,
    );
    const { artist, trackName } = recording.track;
    const length = `${clockTime(durationSeconds)}${isExcerpt ? " excerpt" : ""}`;
    const rate = bitRate === null ? "" : `, ${Math.round(bitRate / 1000)} kbit/s`;
    const named = `  ${artist} - ${trackName}  (${length}${rate}, ${recordingId})`;
    return [named, ...files.map(rowOf)];
  });
  const title = `${kind}: ${sizeText(bytesToFree)} could be freed${changed}`;
  return [title, ...lines, ...linked, ""];
}

function rowOf({ path, presence, isKept, format, sizeBytes }: ShownDuplicateFile): string {
  const where = presence === "here" ? "" : `  (${presence})`;
  const mark = isKept ? "keep" : "    ";
  const size = sizeText(sizeBytes).padStart(NUMBER_WIDTH);
  return `    ${mark}  ${format.padEnd(FORMAT_WIDTH)}${size}  ${path ?? ""}${where}`;
}

/** Returns e.g. "12.3 MB". */
function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ""}`;
}
