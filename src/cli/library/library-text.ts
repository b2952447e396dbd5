import type { CataloguePosition } from "../../domain/catalogue/catalogue-query.js";
import type { FailedLibraryTrack, LibraryStatus } from "../../domain/library/library-status.js";
import type { EndedScan, RunningScan, ScanCounts } from "../../domain/library/library-scan.js";
import { storedCheckText, type StoredCheck } from "../../domain/library/stored-check.js";
import { timeText } from "../time-text.js";
import type { LibraryStatusService } from "../../services/library/library-status-service.js";

const LABEL_WIDTH = 24;
const COUNT_WIDTH = 8;
const CODE_WIDTH = 20;

/** Tracks that are read at once. */
const PAGE_SIZE = 100;

/** Returns the status of the library as the lines of a table, one for each count. */
export function statusTable(status: LibraryStatus): readonly string[] {
  const { files, tracks, analysed, outdated, waiting, paused, failed, failures } = status;
  const { tracksPerHour, secondsLeft, lastScan } = status;
  const reasons = failures.map(({ code, count }) => row(`  ${code}`, count));
  return [
    row("files", files),
    row("tracks", tracks),
    row("analysed", analysed),
    ...(outdated > 0 ? [row("  of an older version", outdated)] : []),
    row("waiting", waiting),
    ...(paused > 0 ? [row("in paused folders", paused)] : []),
    row("failed", failed),
    ...reasons,
    ...(tracksPerHour === null ? [] : [row("tracks an hour", Math.round(tracksPerHour))]),
    ...(waiting + outdated > 0 && secondsLeft !== null
      ? [textRow("time left", durationText(secondsLeft))]
      : []),
    ...status.scans.map((scan) => textRow("being scanned", scanText(scan))),
    ...(lastScan ? [textRow("last scan", endedScanText(lastScan))] : []),
    ...(status.lastCheck ? [textRow("last check", endedCheckText(status.lastCheck))] : []),
  ];
}

/** Returns how far a scan is, where, and since when. */
function scanText({ folder, filesSeen, filesLeft, startedAt }: RunningScan): string {
  const counts = `${countText(filesSeen)} files seen, ${countText(filesLeft)} of them to be read`;
  return `${counts}${folder === undefined ? "" : `, in ${folder}`}, since ${timeText(startedAt)}`;
}

function endedScanText({ result, endedAt, counts }: EndedScan): string {
  return `${result} ${timeText(endedAt)}${counts ? `: ${scanCountsText(counts)}` : ""}`;
}

function endedCheckText(check: StoredCheck): string {
  return `${timeText(check.endedAt)}: ${storedCheckText(check)}`;
}

/** Returns what a scan has found, in words. */
export function scanCountsText(counts: ScanCounts): string {
  const { added, changed, moved, deleted, unchanged, failed } = counts;
  return (
    `${added} new, ${changed} changed, ${moved} moved, ${deleted} deleted, ` +
    `${unchanged} unchanged, ${failed} unreadable`
  );
}

const textRow = (label: string, text: string): string => `${label.padEnd(LABEL_WIDTH)}  ${text}`;

const row = (label: string, count: number): string =>
  `${label.padEnd(LABEL_WIDTH)}${countText(count).padStart(COUNT_WIDTH)}`;

/** Yields a line for each file whose analysis failed: its key, its id, names, path and the reason. */
export async function* failureLines(
  status: Pick<LibraryStatusService, "listFailed">,
): AsyncGenerator<string, void, void> {
  let after: CataloguePosition | undefined;
  for (;;) {
    const page = await status.listFailed({ first: PAGE_SIZE, ...(after && { after }) });
    for (const track of page.items) yield failureLine(track);
    const last = page.items.at(-1)?.fileId;
    if (last === undefined || !page.hasNextPage) return;
    after = { value: last, id: last };
  }
}

function failureLine({ fileId, trackKey, failure, file, path }: FailedLibraryTrack): string {
  const names = file ? `${file.artist} - ${file.trackName}` : "removed";
  const where = path === undefined ? "" : `  (${path})`;
  const { code, message } = failure;
  return `${trackKey}  ${fileId}  ${code.padEnd(CODE_WIDTH)}  ${names}${where}: ${message}`;
}

/** Returns how fast the library is analysed and how long it takes still; empty where that is unknown. */
export function paceText({ tracksPerHour, secondsLeft }: LibraryStatus): string {
  if (tracksPerHour === null || secondsLeft === null) return "";
  return `, ${countText(Math.round(tracksPerHour))} an hour, ${durationText(secondsLeft)} left`;
}

/** Returns a number with a comma between thousands. */
export const countText = (count: number): string => count.toLocaleString("en-US");

/** Returns a duration in its two largest units, e.g. "3 h 20 min". */
export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (hours === 0) return `${minutes} min`;
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
