import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileTagReader } from "../../../../src/adapters/library/file-tag-reader.js";
import { AudioUndecodableError } from "../../../../src/domain/errors/analysis-errors.js";
import type { TrackRange } from "../../../../src/domain/audio-range.js";
import { durationMsOf } from "../../../../src/domain/analysis/analysis-data.js";
import type { AudioAnalysis } from "../../../../src/domain/analysis/analysis.js";
import type { RecordingId } from "../../../../src/domain/track/recording-id.js";
import { trackKeyFrom, type TrackKey } from "../../../../src/domain/track/track-key.js";
import type { Analyzer } from "../../../../src/ports/analysis/analyzer.js";
import type { FileTrack } from "../../../../src/ports/library/tag-reader.js";
import { InProcessTagReader } from "../../../fakes/in-process-readers.js";
import { hashOf } from "./changed-library.js";
import type { UserChoices } from "./user-choices.js";

/** The values that are compared, beside the length. */
const FIELDS = ["tempo", "key", "mode", "timeSignature", "energy", "loudness", "valence"] as const;

/** Values as answers have them; those that an answer does not have are absent. */
export type ShownValues = Partial<Record<(typeof FIELDS)[number] | "durationMs", number | null>>;

/** A track that lies in a file, as `overtone analyze` says it, with what the user states of its recording. */
export interface FileFacts {
  /** Absolute. */
  readonly path: string;
  /** The part of the file that it is by a cue sheet; absent for the whole file. */
  readonly range?: TrackRange | undefined;
  /** Of the bytes of the whole file. */
  readonly hash: string;
  readonly artist: string;
  /** As it is shown: stated, or that of the tag or the sheet. */
  readonly trackName: string;
  readonly trackKey: TrackKey;
  /** The key of the name in its tag or its sheet. */
  readonly taggedKey: TrackKey;
  readonly taggedName: string;
  readonly isNameStated: boolean;
  readonly analysis: AudioAnalysis;
  readonly values: Required<ShownValues>;
}

/** The files of one recording, in the order of their paths. */
export type FilesOfRecording = readonly [FileFacts, ...FileFacts[]];

/** What a name answers for. */
export interface NameFacts {
  readonly trackKey: TrackKey;
  readonly trackName: string;
  /** All files of the preferred recording. */
  readonly preferred: FilesOfRecording;
}

/** What lies in the files of a folder. */
export interface LibraryFacts {
  /** In the order of paths, and of the tracks in a file. */
  readonly files: readonly FileFacts[];
  /** By the ids of recordings. */
  readonly recordings: ReadonlyMap<string, FilesOfRecording>;
  /** By the keys of names that files have, and that the user states for what they hold. */
  readonly names: ReadonlyMap<string, NameFacts>;
  /** Whether a file has no audio that can be read: until it has, it may hold what it held. */
  readonly hasUnreadable: boolean;
}

/** What was measured on bytes with a hash. */
interface MeasuredContent {
  readonly hash: string;
  readonly measured: AudioAnalysis;
}

/**
 * Says what lies in files, as `overtone analyze` does: without the library and its database. Each content is
 * measured once.
 */
export class Judge {
  readonly #copies = new Map<string, Promise<string>>();
  readonly #measured = new Map<string, Promise<AudioAnalysis | undefined>>();

  /** @param needs `folder` gets a copy of each content that is measured, so that nothing changes it meanwhile */
  constructor(private readonly needs: { readonly analyzer: Analyzer; readonly folder: string }) {}

  /** @param paths absolute, of all files that there are */
  async factsOf(paths: readonly string[], choices: UserChoices): Promise<LibraryFacts> {
    const files: FileFacts[] = [];
    let hasUnreadable = false;
    for (const path of [...paths].sort()) {
      const tracks = await this.tracksAt(path, choices);
      hasUnreadable ||= tracks.length === 0;
      files.push(...tracks);
    }
    const recordings = grouped(files, ({ analysis }) => analysis.recordingId);
    return { files, recordings, names: namesOf(recordings, choices), hasUnreadable };
  }

  /** Returns the tracks in the file at a path; none where it does not exist, or is no audio. */
  async tracksAt(path: string, choices: UserChoices): Promise<readonly FileFacts[]> {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined) return [];
    const hash = hashOf(bytes);
    const copy = await this.#copyOf(bytes, hash);
    // A new one each time, because it keeps the sheets that it has read.
    const tags = new FileTagReader({ embedded: new InProcessTagReader() });
    const facts: FileFacts[] = [];
    for (const track of await tags.readTracks(path)) {
      const measured = await this.#measure(copy, track.range);
      if (measured) facts.push(this.#factsOf({ ...track, hash, measured }, choices));
    }
    return facts;
  }

  /** Writes a copy of a content once: another history may measure it meanwhile. Returns its path. */
  #copyOf(bytes: Uint8Array, hash: string): Promise<string> {
    const path = join(this.needs.folder, hash);
    const copying = this.#copies.get(hash) ?? writeFile(path, bytes).then(() => path);
    this.#copies.set(hash, copying);
    return copying;
  }

  /**
   * Measures a copy once, or a part of it; `undefined` where it is no audio. What fails otherwise, such as a measurement that
   * takes too long, says nothing of the file, and fails the history.
   */
  #measure(copy: string, range: TrackRange | undefined): Promise<AudioAnalysis | undefined> {
    const key = JSON.stringify([copy, range?.startFrame, range?.endFrame]);
    const measuring =
      this.#measured.get(key) ??
      this.needs.analyzer
        .analyze({ kind: "file", path: copy, ...(range && { range }) })
        .catch(undefinedWhereUndecodable);
    this.#measured.set(key, measuring);
    return measuring;
  }

  #factsOf(
    { path, range, tags, hash, measured }: FileTrack & MeasuredContent,
    choices: UserChoices,
  ): FileFacts {
    const { artist, trackName: taggedName } = tags;
    const { trackName, tempo } = choices.statedOf(measured.recordingId);
    const analysis =
      tempo === undefined
        ? measured
        : {
            ...measured,
            estimates: {
              ...measured.estimates,
              tempo: { value: tempo, confidence: 1, method: "user" as const },
            },
          };
    const values = FIELDS.map((field) => [field, analysis.estimates[field].value] as const);
    const shownName = trackName ?? taggedName;
    return {
      ...{ path, range, hash, artist, trackName: shownName, taggedName, analysis },
      isNameStated: trackName !== undefined,
      trackKey: trackKeyFrom(artist, shownName),
      taggedKey: trackKeyFrom(artist, taggedName),
      values: {
        ...Object.fromEntries(values),
        durationMs: durationMsOf(analysis),
      } as FileFacts["values"],
    };
  }
}

function undefinedWhereUndecodable(error: unknown): undefined {
  if (!(error instanceof AudioUndecodableError)) throw error;
}

function grouped(
  files: Iterable<FileFacts>,
  keyOf: (file: FileFacts) => string,
): ReadonlyMap<string, FilesOfRecording> {
  const groups = new Map<string, [FileFacts, ...FileFacts[]]>();
  for (const file of files) {
    const group = groups.get(keyOf(file));
    if (group) group.push(file);
    else groups.set(keyOf(file), [file]);
  }
  return groups;
}

function namesOf(
  recordings: ReadonlyMap<string, FilesOfRecording>,
  choices: UserChoices,
): ReadonlyMap<string, NameFacts> {
  const all = [...recordings.values()];
  const texts = new Map<TrackKey, string>();
  for (const { trackKey, trackName, taggedKey, taggedName } of all.flat()) {
    texts.set(trackKey, trackName).set(taggedKey, taggedName);
  }
  return new Map(
    [...texts].map(([trackKey, trackName]) => {
      const meant = all.filter((files) => countUnder(files, trackKey) > 0);
      const preferred = preferredOf(meant, trackKey, choices.pinnedTo(trackKey));
      return [trackKey, { trackKey, trackName, preferred }];
    }),
  );
}

/** Returns how many files of a recording have a name: all of them, where the user states it. */
const countUnder = (files: FilesOfRecording, key: TrackKey): number =>
  isStated(files, key) ? files.length : files.filter(({ taggedKey }) => taggedKey === key).length;

const isStated = ([{ isNameStated, trackKey }]: FilesOfRecording, key: TrackKey): boolean =>
  isNameStated && trackKey === key;

/**
 * Returns what a name leads to: the pinned recording, one that the user does not name otherwise, that of most
 * files, the longest, the one with the smallest id.
 */
function preferredOf(
  meant: readonly FilesOfRecording[],
  key: TrackKey,
  pinned: RecordingId | undefined,
): FilesOfRecording {
  const idOf = ([{ analysis }]: FilesOfRecording): RecordingId => analysis.recordingId;
  const isPinned = (files: FilesOfRecording): number => Number(idOf(files) === pinned);
  const isOtherwise = (files: FilesOfRecording): number =>
    Number(files[0].isNameStated && !isStated(files, key));
  const [first] = [...meant].sort(
    (one, other) =>
      isPinned(other) - isPinned(one) ||
      isOtherwise(one) - isOtherwise(other) ||
      countUnder(other, key) - countUnder(one, key) ||
      other[0].values.durationMs! - one[0].values.durationMs! ||
      (idOf(one) < idOf(other) ? -1 : 1),
  );
  return first!;
}

/** Returns the values of an answer that are not those of a file, as text; `undefined` where all are. */
export function differencesOf(shown: ShownValues, { values }: FileFacts): string | undefined {
  const names = Object.keys(shown) as (keyof ShownValues)[];
  const wrong = names.filter((name) => shown[name] !== values[name]);
  if (wrong.length === 0) return undefined;
  return wrong.map((name) => `${name} ${shown[name]} for ${values[name]}`).join(", ");
}
