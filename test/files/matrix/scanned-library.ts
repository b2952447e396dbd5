import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import {
  exportFormats,
  mediaTypeOfFormat,
  type ExportFormat,
} from "../../../src/domain/export/export-format.js";
import { absolutePathOf, type LibraryFile } from "../../../src/domain/library/library-file.js";
import type { Services } from "../../../src/services/services.js";
import { readExports, saidIn, type ReadRow } from "../../adapters/formats/exports-in-python.js";
import type { ApplicationUnderTest } from "../../application/application-under-test.js";
import { ARTIST } from "../catalogue/odd-file.js";
import { differenceOf, type Cells } from "./cells.js";
import { ffmpegSeconds, type OtherReading } from "./other-readers.js";
import type { PlacedFile } from "./placed-files.js";

const never = new AbortController().signal;

/** A library of odd files, and the application that has it. */
export interface OpenedLibrary {
  readonly application: ApplicationUnderTest;
  readonly databaseUrl: string;
  readonly files: readonly PlacedFile[];
}

/** Scans the library, and returns what is stored, by the path of the file. */
export async function scan(
  { application, databaseUrl, files }: OpenedLibrary,
  others: Readonly<Record<string, OtherReading>>,
  cells: Cells,
): Promise<ReadonlyMap<string, readonly LibraryFile[]>> {
  const { failed, unreachable } = await application.services.library.scanAll();
  const refusals = new Map([...failed, ...unreachable].map(({ path, reason }) => [path, reason]));
  const stored = await storedFiles(databaseUrl);
  for (const file of files) {
    const { unreadable } = file.odd.expected ?? {};
    const refusal = refusals.get(file.path);
    const tracks = stored.get(file.path);
    if (refusal !== undefined) cells.refuse(file, "scan", refusal, unreadable);
    else if (!tracks) cells.set(file, "scan", "nothing", "it is not listed");
    else
      cells.set(
        file,
        "scan",
        saidOf(tracks),
        unreadable && "is no audio",
        ...wrongTags(file, tracks),
        otherTitle(file, tracks, others[file.path]),
      );
  }
  return stored;
}

/** Returns how the title differs from what Mutagen reads, which joins several in another way, or `undefined`. */
function otherTitle(
  { odd: { expected } }: PlacedFile,
  [first]: readonly LibraryFile[],
  other: OtherReading | undefined,
): string | undefined {
  const titles = new Set(other?.title?.map((text) => text.replace(/[\0\s]+$/u, "")));
  const title = [...titles].filter((text) => text !== "").join("; ");
  if (!first || !title || expected?.tracks !== undefined || expected?.differs?.mutagen) {
    return undefined;
  }
  return differenceOf("the title", first.trackName, title);
}

async function storedFiles(url: string): Promise<ReadonlyMap<string, readonly LibraryFile[]>> {
  const database = await openDatabase({ url });
  try {
    const store = new SqlLibraryStore({ database, clock: new SystemClock() });
    const byPath = new Map<string, readonly LibraryFile[]>();
    for (const { folder } of await store.listFolders()) {
      for (const file of await store.listFolder(folder)) {
        const path = absolutePathOf(file);
        byPath.set(path, [...(byPath.get(path) ?? []), file]);
      }
    }
    return byPath;
  } finally {
    await database.close();
  }
}

const saidOf = (tracks: readonly LibraryFile[]): string =>
  tracks.map(({ artist, trackName }) => `${artist} - ${trackName}`).join(" | ");

/** Returns how the tags of a file differ from what its tags say. */
function wrongTags(
  { odd: { expected = {}, stem }, number, title }: PlacedFile,
  tracks: readonly LibraryFile[],
): readonly (string | undefined)[] {
  const { tags = {}, coverBeside } = expected;
  const [first] = tracks;
  const count = differenceOf("the number of tracks", tracks.length, expected.tracks ?? 1);
  if (first === undefined || expected.tracks !== undefined) return [count];
  const name = stem ?? String(number).padStart(3, "0");
  const wanted =
    tags === "none"
      ? { artist: "Unknown Artist", trackName: name, hasCover: false }
      : { artist: ARTIST, trackName: title, hasCover: false, ...tags };
  const fields = Object.entries(wanted).map(([field, value]) =>
    differenceOf(field, first[field as keyof LibraryFile], value),
  );
  const isBeside = first.coverBeside !== undefined;
  return [
    count,
    ...fields,
    coverBeside === undefined ? undefined : differenceOf("coverBeside", isBeside, coverBeside),
  ];
}

/** Analyses what a scan has found. */
export async function analyse(
  { application: { services }, files }: OpenedLibrary,
  stored: ReadonlyMap<string, readonly LibraryFile[]>,
  {
    cells,
    isCompared,
  }: {
    readonly cells: Cells;
    /** Whether the length of each is compared with what ffmpeg decodes. */
    readonly isCompared: boolean;
  },
): Promise<void> {
  await services.libraryAnalysis.finish(never);
  const failures = await failuresOf(services);
  const lengths = isCompared ? await lengthsOf(services, stored) : undefined;
  for (const file of files) {
    const { undecodable } = file.odd.expected ?? {};
    if (!stored.has(file.path)) continue;
    const failure = failures.get(file.path);
    if (failure !== undefined) cells.refuse(file, "analyse", failure, undecodable);
    else {
      const seconds = lengths?.get(file.path);
      cells.set(
        ...([file, "analyse", seconds === undefined ? "analysed" : `${seconds} s`] as const),
        undecodable && "it is not refused",
        seconds === undefined ? undefined : otherLength(file, seconds),
      );
    }
  }
}

/** Returns the measured length of each file by its path, seconds; files of several tracks are left out. */
async function lengthsOf(
  { analyses }: Services,
  stored: ReadonlyMap<string, readonly LibraryFile[]>,
): Promise<ReadonlyMap<string, number>> {
  const lengths = new Map<string, number>();
  for (const [path, [file, ...others]] of stored) {
    if (!file?.recordingId || others.length > 0) continue;
    const state = await analyses.request(
      { trackKey: file.recordingId },
      { waitSeconds: 0, signal: never },
    );
    if (state.state === "ready") lengths.set(path, state.analysis.durationSeconds);
  }
  return lengths;
}

/** Returns how a length differs from what ffmpeg decodes, or `undefined`. */
function otherLength({ odd: { expected }, path }: PlacedFile, seconds: number): string | undefined {
  if (expected?.differs?.ffmpeg !== undefined) return undefined;
  const others = ffmpegSeconds(path);
  return Math.abs(others - seconds) < 0.000_1 ? undefined : `ffmpeg decodes ${others} s`;
}

async function failuresOf({ libraryStatus }: Services): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  let after: { readonly value: string; readonly id: string } | undefined;
  for (;;) {
    const page = await libraryStatus.listFailed({ first: 100, ...(after && { after }) });
    for (const { path, failure } of page.items) messages.set(path ?? "", failure.message);
    const last = page.items.at(-1)?.fileId;
    if (last === undefined || !page.hasNextPage) return messages;
    after = { value: last, id: last };
  }
}

/** Exports all tracks in all formats into a folder, and checks by other readers what each file became. */
export async function exportAll(
  { application, files }: OpenedLibrary,
  stored: ReadonlyMap<string, readonly LibraryFile[]>,
  { folder, cells }: { readonly folder: string; readonly cells: Cells },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const format of exportFormats) {
    const response = await application.get("/api/audio/tracks", {
      accept: mediaTypeOfFormat(format),
    });
    await writeFile(join(folder, format), Buffer.from(await response.arrayBuffer()));
  }
  const parquet = await readParquet(join(folder, "parquet"));
  const read: Readonly<Record<string, readonly ReadRow[]>> = { ...readExports(folder), parquet };
  for (const format of exportFormats) {
    const rows = byPath(read[format] ?? []);
    for (const file of files) {
      const { unreadable, undecodable } = file.odd.expected ?? {};
      const tracks = unreadable || undecodable ? [] : (stored.get(file.path) ?? []);
      const found = (rows.get(file.path) ?? []).map((row) => shownOf(row));
      const expected = tracks.map(({ artist, trackName }) => shownIn(format, artist, trackName));
      if (found.length === 0 && expected.length === 0) continue;
      const difference = differenceOf("its rows", [...found].sort(), [...expected].sort());
      cells.set(file, format, found.length === 1 ? "a row" : `${found.length} rows`, difference);
    }
  }
}

/** Returns how a row names its track; M3U8 has artist and title in one. */
const shownOf = ([title, artist, path]: ReadRow): string =>
  path === undefined ? title : `${artist} - ${title}`;

const shownIn = (format: ExportFormat, artist: string, title: string): string =>
  format === "m3u8"
    ? saidIn(format, `${artist} - ${title}`)
    : `${saidIn(format, artist)} - ${saidIn(format, title)}`;

function byPath(rows: readonly ReadRow[]): ReadonlyMap<string, readonly ReadRow[]> {
  const found = new Map<string, readonly ReadRow[]>();
  for (const row of rows) {
    const path = row.at(-1) ?? "";
    found.set(path, [...(found.get(path) ?? []), row]);
  }
  return found;
}

/** Reads the rows of a Parquet file by a reader that is not from the authors of the writer. */
async function readParquet(path: string): Promise<readonly ReadRow[]> {
  const { asyncBufferFromFile } = await import("hyparquet");
  const file = await asyncBufferFromFile(path);
  const rows = await parquetReadObjects({ file, columns: ["trackName", "artist", "path"] });
  return rows.map(({ trackName, artist, path: at }) => [trackName, artist, at] as ReadRow);
}
