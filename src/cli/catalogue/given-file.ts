import { open, type FileHandle } from "node:fs/promises";
import { InvalidInputError } from "../../domain/errors/request-errors.js";

/**
 * Opens a file that a command is given.
 *
 * @throws {InvalidInputError} there is no such file, or it must not be read
 */
export async function openGivenFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    throw new InvalidInputError("file", "is not a file that can be read", error);
  }
  throw new InvalidInputError("file", "is not a file");
}
