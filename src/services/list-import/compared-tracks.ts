import { comparedPathOf, isAbsolutePath } from "../../domain/list-import/compared-path.js";
import { withoutNumber } from "../../domain/list-import/compared-title.js";
import { comparedNamesOf, type ComparedNames } from "../../domain/list-import/compared-track.js";
import type { RowCandidate } from "../../domain/list-import/list-review.js";
import type { RowTrack } from "../../domain/list-import/listed-row.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import type { Isrc } from "../../domain/track/track.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { ScoredLibraryPath, ScoredPath } from "./row-score.js";

/** What a row is compared by. */
export interface ComparedRow {
  readonly track: RowTrack;
  /** Absent where it has neither a title nor a path. */
  readonly names: ComparedNames | undefined;
  /** Whether the names are those of the row itself, and not of its path. */
  readonly isNamed: boolean;
  readonly path: ScoredPath | undefined;
}

/** A track of the library, as rows are compared with it. */
export interface ComparedTrack {
  readonly ref: TrackRef;
  /** What rows are answered with, without score and ground. */
  readonly track: Omit<RowCandidate, "ground" | "score">;
  readonly names: ComparedNames;
  readonly isrc?: Isrc | undefined;
  readonly musicbrainzId?: string | undefined;
  /** Absent where it has no file, or paths are not compared. */
  readonly path: ScoredLibraryPath | undefined;
  /** Whether it is a part of its file. */
  readonly isPart: boolean;
}

const EXTENSION = /\.([a-z0-9]{1,5})$/u;

/** Returns what a row is compared by; one without a title is called by the name of its file. */
export function comparedRowOf(track: RowTrack): ComparedRow {
  const { title, artist, album, path } = track;
  const scored = path === undefined ? undefined : scoredPathOf(path);
  const isAbsolute = isAbsolutePath(path ?? "");
  const isNamed = title !== undefined;
  const called = title ?? titleOf(path);
  return {
    track,
    names: called === undefined ? undefined : comparedNamesOf({ title: called, artist, album }),
    isNamed,
    path: scored && { ...scored, isAbsolute },
  };
}

/** Returns the name of a file without its extension and number. */
function titleOf(path: string | undefined): string | undefined {
  const name = path
    ?.split(/[\\/]/u)
    .at(-1)
    ?.replace(/(?<=.)\.[^.]{1,5}$/u, "");
  const title = name === undefined ? "" : withoutNumber(name.replaceAll("_", " ").trim());
  return title === "" ? undefined : title;
}

/** Returns a path as it is compared; `undefined` of one without a name. */
function scoredPathOf(path: string): Omit<ScoredPath, "isAbsolute"> | undefined {
  const [last, ...above] = comparedPathOf(path);
  if (last === undefined) return undefined;
  const extension = EXTENSION.exec(last)?.[1] ?? "";
  const stem = extension === "" ? last : last.slice(0, -extension.length - 1);
  return { names: [stem || last, ...above], extension };
}

/** Returns the path of a file of the library as it is compared. */
export function scoredLibraryPathOf(
  path: NonNullable<RowCandidate["path"]>,
): ScoredLibraryPath | undefined {
  const scored = scoredPathOf(absolutePathOf(path));
  return scored && { ...scored, below: path.relativePath.split("/").length };
}
