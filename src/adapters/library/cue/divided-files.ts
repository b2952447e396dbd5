import { basename, dirname, join } from "node:path";
import type { CueProblem } from "../../../domain/cue/cue-sheet.js";
import { placedTracks, type PlacedTrack } from "../../../domain/cue/cue-tracks.js";
import { rangeSecondsOf } from "../../../domain/audio-range.js";
import { KeptValues } from "../../../domain/kept-values.js";
import type { AudioTags } from "../../../domain/library/library-file.js";
import { releaseDetailsOf } from "../../../domain/track/release-details.js";
import type { FileContent, RangedTags } from "../../../ports/library/library-folders.js";
import type { Logger } from "../../../ports/runtime/logger.js";
import { tagsFromFileName } from "../file-name-tags.js";
import type { DiskCalls } from "../../files/disk-calls.js";
import type { EmbeddedTags } from "../tags/embedded-tags.js";
import {
  readFolderSheets,
  type FolderSheets,
  type SheetEntry,
  type SheetsPlace,
} from "./folder-sheets.js";

/** Directories whose sheets are kept for the other files of the directory. */
const KEPT_DIRECTORIES = 16;

/** The cue sheets beside a file. */
export interface SheetsBeside extends Pick<SheetsPlace, "within" | "onlyName"> {
  /** The path of the file, absolute, symbolic links resolved. */
  readonly beside: string;
  /** While it is the same, they are read once. */
  readonly state: string;
}

/** Says which tracks files have: by a cue sheet beside a file, or else by the one inside it. */
export class DividedFiles {
  readonly #recent = new KeptValues<Promise<FolderSheets>>(KEPT_DIRECTORIES);

  /** @param needs `logger` is told which sheets are not used, and why */
  constructor(
    private readonly needs: {
      readonly disk: DiskCalls;
      readonly logger?: Pick<Logger, "warn"> | undefined;
    },
  ) {}

  /**
   * Returns the tags of a file, with what is missing from a sheet or from its name, and the tracks that a sheet
   * divides it into.
   *
   * @param path of the file, by whose name it is called where it has no tags
   * @param sheets absent where there are none beside it
   */
  async contentOf(
    path: string,
    embedded: Partial<EmbeddedTags>,
    sheets: SheetsBeside | undefined,
  ): Promise<Omit<FileContent, "fingerprint">> {
    const own = embedded.tags ?? { hasCover: false };
    const named = { ...tagsFromFileName(path), ...own };
    const placed = await this.#placedIn(path, embedded, sheets);
    const [only] = placed;
    if (only === undefined) return named;
    if (placed.length === 1 && !only.range) {
      return { ...tagsFromFileName(path), ...only.tags, ...own };
    }
    const tracks = placed.flatMap(({ range, tags }): readonly RangedTags[] =>
      range ? [{ ...trackOf(named, { range, tags }), range }] : [],
    );
    return { ...named, tracks };
  }

  /** Returns the tracks by the best sheet that can be used; none where there is none. */
  async #placedIn(
    path: string,
    { tags, cueSheet }: Partial<EmbeddedTags>,
    sheets: SheetsBeside | undefined,
  ): Promise<readonly PlacedTrack[]> {
    const entry = sheets && (await this.#entryOf(sheets));
    if (entry) {
      const { sheet, file, sheetName } = entry;
      const placed = placedTracks(sheet, file, tags?.durationSeconds);
      if (!("problem" in placed)) return placed;
      this.#warn(join(dirname(sheets.beside), sheetName), placed);
    }
    if (!cueSheet) return [];
    if ("problem" in cueSheet)
      return this.#warn(path, { problem: `its sheet ${cueSheet.problem}` });
    const [file, ...others] = cueSheet.files;
    if (!file || others.length > 0) return [];
    const placed = placedTracks(cueSheet, file, tags?.durationSeconds);
    return "problem" in placed ? this.#warn(path, placed) : placed;
  }

  async #entryOf({ beside, ...sheets }: SheetsBeside): Promise<SheetEntry | undefined> {
    return (await this.#sheetsIn(dirname(beside), sheets)).entries.get(basename(beside));
  }

  /**
   * Returns the names of the audio files beside a sheet that it describes, or why there is none.
   *
   * @param sheetPath absolute, symbolic links resolved
   */
  async audioNamesOf(sheetPath: string): Promise<readonly string[] | CueProblem> {
    const [directory, onlyName] = [dirname(sheetPath), basename(sheetPath)];
    const { entries, problems } = await this.#sheetsIn(directory, { state: "", onlyName });
    const problem = problems.get(onlyName);
    if (problem !== undefined) return { problem };
    if (entries.size === 0) return { problem: "names no audio file beside it" };
    return [...entries.keys()];
  }

  #sheetsIn(
    directory: string,
    { state, ...place }: Omit<SheetsBeside, "beside">,
  ): Promise<FolderSheets> {
    return this.#recent.of([JSON.stringify([directory, state, place])], () =>
      this.#read({ ...place, directory, disk: this.needs.disk }),
    );
  }

  async #read(place: SheetsPlace): Promise<FolderSheets> {
    const read = await readFolderSheets(place);
    for (const [name, problem] of read.problems) {
      this.#warn(join(place.directory, name), { problem });
    }
    return read;
  }

  #warn(path: string, { problem }: CueProblem): readonly [] {
    this.needs.logger?.warn("A cue sheet is not used.", { path, reason: problem });
    return [];
  }
}

/** Returns the tags of a track of a file: those of its sheet, and what the tags of the file say of all of it. */
function trackOf(
  file: AudioTags,
  { range, tags }: Required<Pick<PlacedTrack, "range" | "tags">>,
): AudioTags {
  const { startSeconds, endSeconds = file.durationSeconds } = rangeSecondsOf(range);
  const { album = file.trackName, albumArtist, genre, year, discNumber, composer, label } = file;
  const { format, bitRateKbps } = file;
  const none = { trackNumber: undefined, work: undefined, movement: undefined };
  const details = { album, albumArtist, genre, year, discNumber, composer, label, ...none };
  return {
    artist: albumArtist ?? file.artist,
    // The name of the file makes it one that no other disc has.
    trackName: `${file.trackName} - Track ${range.number}`,
    ...releaseDetailsOf({ ...details, movementNumber: undefined }),
    ...tags,
    ...(endSeconds !== undefined && { durationSeconds: endSeconds - startSeconds }),
    hasCover: file.hasCover,
    ...(format !== undefined && { format }),
    ...(bitRateKbps !== undefined && { bitRateKbps }),
  };
}
