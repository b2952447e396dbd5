import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileNameOf, titleOf, type OddFile } from "../catalogue/odd-file.js";

/** An odd file on disk. */
export interface PlacedFile {
  readonly odd: OddFile;
  readonly number: number;
  /** The title in its tags. */
  readonly title: string;
  /** Absolute. */
  readonly path: string;
  /** As it was made. */
  readonly bytes: Uint8Array;
}

/** Writes files into a library, each with what stands beside it into a directory of its own. */
export async function placeFiles(
  library: string,
  files: readonly OddFile[],
): Promise<readonly PlacedFile[]> {
  const placed: PlacedFile[] = [];
  for (const [number, odd] of files.entries()) {
    const directory = join(library, String(number).padStart(3, "0"));
    const name = fileNameOf(number, odd);
    const title = titleOf(number, odd);
    const bytes = odd.bytes(title, number);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, name), bytes);
    for (const [beside, content] of Object.entries(odd.beside?.(name) ?? {})) {
      await writeFile(join(directory, beside), content);
    }
    placed.push({ odd, number, title, path: join(directory, name), bytes });
  }
  return placed;
}
