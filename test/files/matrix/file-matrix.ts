import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Analyzer } from "../../../src/ports/analysis/analyzer.js";
import { openApplicationUnderTest } from "../../application/application-under-test.js";
import type { OddFile } from "../catalogue/odd-file.js";
import { Cells, operations, type Row } from "./cells.js";
import { placeFiles } from "./placed-files.js";
import { readTags } from "./other-readers.js";
import { analyse, exportAll, scan } from "./scanned-library.js";
import { tagAndUndo } from "./tagged-files.js";
import { upload } from "./uploaded-files.js";

interface MatrixOptions {
  /** Canonical, and empty. */
  readonly folder: string;
  /** The real one where absent. */
  readonly analyzer?: Analyzer;
  /** Whether files are also uploaded, and their lengths compared with those that ffmpeg decodes. */
  readonly isWhole?: boolean;
}

/** Runs all operations on files, and returns what each did. */
export async function runFileMatrix(
  oddFiles: readonly OddFile[],
  { folder, analyzer, isWhole = false }: MatrixOptions,
): Promise<readonly Row[]> {
  const [library, dataFolder] = [join(folder, "music"), join(folder, "data")];
  for (const path of [library, dataFolder]) await mkdir(path);
  const files = await placeFiles(library, oddFiles);
  const cells = new Cells(files);
  const list = join(folder, "paths.json");
  await writeFile(list, JSON.stringify(files.map(({ path }) => path)));
  const databaseUrl = `sqlite:${join(dataFolder, "overtone.db")}`;
  const given = { analyzer, sources: undefined, providers: undefined };
  const settings = {
    UPLOAD_LIMIT_MB: "10",
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl,
    LIBRARY_DIRS: library,
  };
  const application = await openApplicationUnderTest(given, settings);
  try {
    const opened = { application, databaseUrl, files };
    const stored = await scan(opened, readTags(list), cells);
    await analyse(opened, stored, { cells, isCompared: isWhole });
    if (isWhole) await upload(opened, cells);
    await exportAll(opened, stored, { folder: join(folder, "exports"), cells });
  } finally {
    await application.close();
  }
  await tagAndUndo(files, { databaseUrl, dataFolder, list }, cells);
  return cells.rows;
}

/** Returns what each operation did with each file, a line for each file. */
export function matrixText(rows: readonly Row[]): string {
  const table = [
    ["file", ...operations],
    ...rows.map(({ file, cells }) => [
      file.odd.name,
      ...operations.map((operation) => cells.get(operation)?.said ?? "-"),
    ]),
  ];
  return `${table.map((cells) => cells.map(oneLine).join("\t")).join("\n")}\n`;
}

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ");

/** Returns what is wrong, a line for each operation on a file. */
export const problemsOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ file: { number, odd }, cells }) =>
    [...cells].flatMap(([operation, { said, problem }]) =>
      problem === undefined
        ? []
        : [oneLine(`${number} ${odd.name}: ${operation}: ${said}: ${problem}`)],
    ),
  );
