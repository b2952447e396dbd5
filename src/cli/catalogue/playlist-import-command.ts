import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { Command } from "commander";
import type {
  ListReview,
  ReviewedRow,
  RowCandidate,
} from "../../domain/list-import/list-review.js";
import type { ListedRow } from "../../domain/list-import/listed-row.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import { OPERATOR } from "../../domain/playlist/playlist.js";
import { refOf } from "../../domain/track/track-ref.js";
import { unlimitedBudget } from "../../domain/work-budget.js";
import type { KeptReview } from "../../services/list-import/list-import-service.js";
import { clockTime } from "../clock-time.js";
import type { CommandContext } from "../command-context.js";
import { countOf } from "../count-of.js";
import { openGivenFile } from "./given-file.js";
import { missingTable } from "./missing-table.js";

interface ImportOptions {
  readonly list?: string;
  readonly json?: true;
  readonly missing?: string;
  readonly keep?: string;
}

/** `overtone playlist import FILE`: says what of a list of another program the library has, and may keep it as a playlist. */
export function playlistImportCommand(context: CommandContext): Command {
  return new Command("import")
    .description(
      "Say what the library has of a list of another program, and keep it as a playlist where asked to",
    )
    .argument(
      "<file>",
      "M3U, PLS, XSPF, JSPF, CSV of Exportify, TuneMyMusic, Soundiiz and others, JSON of Spotify's data, or XML of rekordbox",
    )
    .option("--list <list>", "the name or the number of a list, where the file has several")
    .option("--json", "print a JSON line per row")
    .option("--missing <file>", "write the rows that the library does not have to a CSV")
    .option("--keep <name>", "keep the tracks of the sure rows as a playlist, in their order")
    .action(async (path: string, { keep, ...options }: ImportOptions) => {
      const file = await openGivenFile(path);
      await context
        .withServices(async ({ listImports, playlists }) => {
          if (keep !== undefined) await playlists.requireFreeName(OPERATOR, keep, "keep");
          const wanted = {
            content: file.createReadStream({ autoClose: false }),
            fileName: path,
            folder: dirname(resolve(path)),
            list: options.list,
          };
          const budget = unlimitedBudget(context.signal);
          const review = await listImports.review(wanted, { maySeePaths: true, budget });
          await report(context, review, options);
          if (keep === undefined) return;
          const wish = { owner: OPERATOR, name: keep };
          context.printError(...keptLines(await listImports.keep(review, wish, budget)));
        })
        .finally(() => file.close());
    });
}

async function report(
  context: CommandContext,
  review: ListReview,
  { json, missing, list }: ImportOptions,
): Promise<void> {
  const { rows, lists, counts } = review;
  if (lists.length > 1 && list === undefined) context.printError(...linesOfLists(review));
  for (const row of rows) context.print(...(json ? [jsonOf(row)] : linesOf(row)));
  const { sure, unsure, absent } = counts;
  context.printError(
    `${countOf(rows.length, "row")}: ${sure} sure, ${unsure} unsure, ${absent} not in the library.`,
  );
  if (missing === undefined) return;
  const absentRows = rows.filter(({ state }) => state === "absent");
  await context.saveFile(missing, Readable.from(missingTable(absentRows.map(({ row }) => row))));
  context.printError(`${countOf(absentRows.length, "row")} written to ${missing}.`);
}

function keptLines({ playlist, leftOut }: KeptReview): readonly string[] {
  if (!playlist) {
    const reason = leftOut.length > 0 ? "its sure tracks are not analysed" : "no row is sure";
    return [`Nothing is kept, because ${reason}. --missing writes what the library lacks.`];
  }
  const { id, name, rows } = playlist;
  const kept = `Kept as "${name}" (${id}): ${countOf(rows?.count ?? 0, "track")}.`;
  if (leftOut.length === 0) return [kept];
  return [kept, `${countOf(leftOut.length, "sure row")} left out, whose tracks are not analysed.`];
}

/** Says which lists a file has, and which of them is shown. */
function linesOfLists({ lists, list }: ListReview): readonly string[] {
  const named = lists.map(
    ({ number, name, rowCount }) => `  ${number}  ${name ?? "without a name"} (${rowCount})`,
  );
  return [
    "The file has several lists; --list chooses one:",
    ...named,
    `Shown is list ${list.number}.`,
  ];
}

const MARKS = { sure: "=", unsure: "?", absent: "-" } as const;

/** Returns a row as the lines of a table: what the file says, and below it the candidates. */
function linesOf({ row, state, candidates }: ReviewedRow): readonly string[] {
  const shown = `${String(row.position).padStart(5)} ${MARKS[state]} ${namesOf(row)}`;
  return [shown, ...candidates.map(lineOfCandidate)];
}

function namesOf({ artist, title, durationMs, path, raw }: ListedRow): string {
  const length = durationMs === undefined ? "" : `  ${clockTime(durationMs / 1_000)}`;
  if (title === undefined) return path ?? raw;
  return `${artist === undefined ? title : `${artist} - ${title}`}${length}`;
}

function lineOfCandidate(candidate: RowCandidate): string {
  const { score, ground, artist, trackName, durationMs } = candidate;
  const length = durationMs === undefined ? "" : `  ${clockTime(durationMs / 1_000)}`;
  const names = `${artist} - ${trackName}${length}`;
  return `          ${score.toFixed(2)}  ${ground.padEnd(5)}  ${refOf(candidate)}  ${names}`;
}

function jsonOf({ row, state, candidates }: ReviewedRow): string {
  const found = candidates.map(({ path, ...candidate }) => ({
    ...candidate,
    ...(path && { path: absolutePathOf(path) }),
  }));
  return JSON.stringify({ ...row, state, candidates: found });
}
