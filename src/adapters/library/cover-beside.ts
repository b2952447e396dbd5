import { compareTexts } from "../../domain/compare-texts.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { directoryOf } from "../../domain/directory-of.js";
import { absolutePathOf, type LibraryPath } from "../../domain/library/library-file.js";
import type { Cover } from "../../ports/library/library-folders.js";
import { openByteReader, type OpenAudio } from "../decoder/open-byte-reader.js";
import { findConfinedFile } from "../files/confined-file.js";
import type { DiskCalls } from "../files/disk-calls.js";
import { fileOpenerOn } from "../files/open-file.js";
import type { Exclusion } from "./excluded-names.js";
import { filesIn } from "./files-in.js";
import { findPictureType, MAX_COVER_BYTES, SIGNATURE_BYTES } from "./tags/cover-pictures.js";

/**
 * The names of pictures that stand for all files of a directory, without extension: those that other programs
 * write and read. The first that is there counts.
 */
const STEMS = ["cover", "folder", "front", "album", "albumart"];

/** Their extensions, in the same way. */
const EXTENSIONS = ["jpg", "jpeg", "png", "webp", "gif"];

const NAME = new RegExp(`^(?:${STEMS.join("|")})\\.(?:${EXTENSIONS.join("|")})$`, "i");

/** The library on its disks. */
interface LibraryOnDisk {
  readonly disk: DiskCalls;
  /** The library folders, canonical. */
  readonly library: readonly string[];
}

/** Returns whether a file has the name of a cover, in any letter case. */
export const isCoverName = (name: string): boolean => NAME.test(name);

/**
 * Returns which of the files of a directory is its cover: the first by its name that is a picture of a known
 * format, within the maximum size, and not behind a link out of the library; `undefined` where none is.
 *
 * @param isExcluded says which files are not part of the library
 * @throws {AudioUnavailableError} one of them cannot be read now
 */
export async function findCoverName(
  directory: LibraryPath,
  library: LibraryOnDisk,
  isExcluded: Exclusion,
): Promise<string | undefined> {
  const found = await filesIn(library.disk, absolutePathOf(directory));
  const names = found
    .map(({ name }) => name)
    .filter((name) => isCoverName(name) && !isExcluded(pathIn(directory, name).relativePath));
  const byPlace = (one: string, other: string): number =>
    placeOf(one) - placeOf(other) || compareTexts(one, other);
  for (const name of names.toSorted(byPlace)) {
    const isCover = await withPicture(library, pathIn(directory, name), async (file) => {
      return findPictureType(await file.read(SIGNATURE_BYTES)) !== undefined;
    });
    if (isCover) return name;
  }
  return undefined;
}

/**
 * Reads the cover beside a file by its name; `undefined` where it is none, as `findCoverName` says, or cannot be
 * read now.
 */
export async function findCoverBeside(
  { folder, relativePath }: LibraryPath,
  name: string,
  library: LibraryOnDisk,
): Promise<Cover | undefined> {
  const directory = { folder, relativePath: directoryOf(relativePath) };
  try {
    return await withPicture(library, pathIn(directory, name), async (file) => {
      const bytes = await file.read(file.size);
      const mediaType = findPictureType(bytes);
      return mediaType === undefined ? undefined : { bytes, mediaType };
    });
  } catch (error) {
    if (error instanceof AudioUnavailableError) return undefined;
    throw error;
  }
}

/** Returns the place of a name in the order of preference. */
function placeOf(name: string): number {
  const [stem = "", extension = ""] = name.toLowerCase().split(".");
  return STEMS.indexOf(stem) * EXTENSIONS.length + EXTENSIONS.indexOf(extension);
}

const pathIn = ({ folder, relativePath }: LibraryPath, name: string): LibraryPath => ({
  folder,
  relativePath: relativePath === "" ? name : `${relativePath}/${name}`,
});

/**
 * Opens a file of the library that is not larger than a cover; `undefined` where there is none that may be read.
 *
 * @throws {AudioUnavailableError} it cannot be read now
 */
async function withPicture<Result>(
  { disk, library }: LibraryOnDisk,
  path: LibraryPath,
  read: (file: OpenAudio) => Promise<Result>,
): Promise<Result | undefined> {
  let file: OpenAudio | undefined;
  try {
    const confined = await findConfinedFile(disk, library, path);
    if (confined === undefined) return undefined;
    const audio = { kind: "file", path: confined.path, within: library } as const;
    file = await openByteReader(audio, fileOpenerOn(disk));
    return file.size <= MAX_COVER_BYTES ? await read(file) : undefined;
  } catch (error) {
    if (error instanceof AudioUndecodableError) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}
