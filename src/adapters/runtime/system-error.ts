/**
 * Returns the code of an error of the operating system, such as "ENOENT" for a missing file;
 * `undefined` for any other error.
 */
export function systemCodeOf(error: unknown): string | undefined {
  const isSystemError = typeof error === "object" && error !== null && "syscall" in error;
  return isSystemError && "code" in error ? String(error.code) : undefined;
}
