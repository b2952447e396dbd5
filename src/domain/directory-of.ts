/** Returns the directory that a relative path lies in, separated by `/`; "" for the folder to which it is relative. */
export const directoryOf = (relativePath: string): string =>
  relativePath.slice(0, Math.max(0, relativePath.lastIndexOf("/")));
