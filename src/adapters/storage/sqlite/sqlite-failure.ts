const SENTENCES: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: "is not a database, or is encrypted",
  SQLITE_CORRUPT: "is damaged",
  SQLITE_CANTOPEN: "cannot be opened",
  SQLITE_PERM: "may not be opened",
  SQLITE_READONLY: "cannot be written",
  SQLITE_FULL: "cannot grow, because the disk is full",
  SQLITE_IOERR: "cannot be read or written, because the disk fails",
  SQLITE_BUSY: "is held by another process for too long",
  SQLITE_LOCKED: "is held by another process for too long",
};

/**
 * The driver's failure as a plain error in words, with the driver's own as its cause. Errors of
 * others come back as they are.
 */
export function translateSqliteFailure(failure: unknown, file: string): unknown {
  const code = sqliteCodeOf(failure);
  if (code === undefined) return failure;
  // Extended codes refine the primary one with a third part: SQLITE_IOERR_WRITE.
  const primaryCode = code.split("_").slice(0, 2).join("_");
  const sentence = SENTENCES[primaryCode] ?? `refuses a statement: ${messageOf(failure)}`;
  return new Error(`The database ${file} ${sentence} (${code}).`, { cause: failure });
}

/**
 * The driver's code of a failure, or `undefined` where it is not the driver's. Told by its looks,
 * because the class of the error is not the same in every module realm of a process.
 */
export function sqliteCodeOf(failure: unknown): string | undefined {
  if (typeof failure !== "object" || failure === null || !("code" in failure)) return undefined;
  const { code } = failure;
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : undefined;
}

function messageOf(failure: unknown): string {
  const isWorded = typeof failure === "object" && failure !== null && "message" in failure;
  return isWorded ? String(failure.message) : String(failure);
}
