import { decodedExtensions } from "../../../package/decode.js";

/** Returns the files that were dropped, and those of formats that the page knows in folders that were, folder by folder. */
export async function filesOfDrop({ items }: DataTransfer): Promise<readonly File[]> {
  // All at once, because what was dropped cannot be read any more after the first wait.
  const dropped = [...items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const found: File[] = [];
  for (const { entry, file } of dropped) {
    if (isFolder(entry)) found.push(...(await filesInFolder(entry)));
    else if (file) found.push(file);
  }
  return found;
}

// By its member, because browsers have these classes under other names.
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true;

/** Returns the files of a folder, and of those below it; none where it cannot be read. */
async function filesInFolder(folder: FileSystemDirectoryEntry): Promise<readonly File[]> {
  const found: File[] = [];
  for (const entry of await entriesOf(folder)) {
    if (isFolder(entry)) found.push(...(await filesInFolder(entry)));
    else if (isAudioName(entry.name)) found.push(...(await fileOf(entry as FileSystemFileEntry)));
  }
  return found;
}

/** Returns a file of a folder; none where it cannot be read. */
const fileOf = (entry: FileSystemFileEntry): Promise<readonly File[]> =>
  new Promise((resolve) => {
    entry.file(
      (file) => {
        resolve([file]);
      },
      () => {
        resolve([]);
      },
    );
  });

/** Returns what lies in a folder, by name: a reader hands it out in parts, until one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => {
        resolve([]);
      });
    });
    if (part.length === 0) return entries.sort((one, other) => one.name.localeCompare(other.name));
    entries.push(...part);
  }
}

/** Returns those files of a folder whose formats the page knows, in the order of their paths. */
export const audioOfFolder = (files: Iterable<File>): readonly File[] =>
  [...files]
    .filter(({ name }) => isAudioName(name))
    .sort((one, other) => one.webkitRelativePath.localeCompare(other.webkitRelativePath));

/** Covers and texts lie beside audio. */
function isAudioName(name: string): boolean {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return decodedExtensions.includes(extension);
}
