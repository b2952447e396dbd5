import { readFile } from "node:fs/promises";
import { FileTagReader } from "../../../../src/adapters/library/file-tag-reader.js";
import { durationMsOf } from "../../../../src/domain/analysis/analysis-data.js";
import type { AudioAnalysis } from "../../../../src/domain/analysis/analysis.js";
import type { RecordingId } from "../../../../src/domain/track/recording-id.js";
import { trackKeyFrom, type TrackKey } from "../../../../src/domain/track/track-key.js";
import type { Analyzer } from "../../../../src/ports/analysis/analyzer.js";
import { InProcessTagReader } from "../../../fakes/in-process-tag-reader.js";
import { hashOf } from "./changed-library.js";
import type { UserChoices } from "./user-choices.js";

/** The values that are compared, beside the length. */
const FIELDS = ["tempo", "key", "mode", "timeSignature", "energy", "loudness", "valence"] as const;

/** Values as answers have them; those that an answer does not have are absent. */
export type ShownValues = Partial<Record<(typeof FIELDS)[number] | "durationMs", number | null>>;

/** What lies in a file, as `overtone analyze` says it, with what the user states of its recording. */
export interface FileFacts {
  /** Absolute. */
  readonly path: string;
  readonly hash: string;
  readonly artist: string;
  /** As it is shown: stated, or that of the tag. */
  readonly trackName: string;
  readonly trackKey: TrackKey;
  /** The key of the name in its tag. */
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
  /** By path, in the order of paths. */
  readonly files: ReadonlyMap<string, FileFacts>;
  /** By the ids of recordings. */
  readonly recordings: ReadonlyMap<string, FilesOfRecording>;
  /** By the keys of names that files have, and that the user states for what they hold. */
  readonly names: ReadonlyMap<string, NameFacts>;
}

/**
 * Says what lies in files, as `overtone analyze` does: without the library and its database. Each content is
 * measured once.
 */
export class Judge {
  readonly #measured = new Map<string, Promise<AudioAnalysis | undefined>>();
  readonly #tags = new FileTagReader({ embedded: new InProcessTagReader() });

  constructor(private readonly analyzer: Analyzer) {}

  /** @param paths absolute, of all files that there are */
  async factsOf(paths: readonly string[], choices: UserChoices): Promise<LibraryFacts> {
    const files = new Map<string, FileFacts>();
    for (const path of [...paths].sort()) {
      const facts = await this.#factsOf(path, choices);
      if (facts) files.set(path, facts);
    }
    const recordings = grouped(files.values(), ({ analysis }) => analysis.recordingId);
    return { files, recordings, names: namesOf(recordings, choices) };
  }

  /** Returns what some bytes sound like; `undefined` where they are no audio. */
  measure(bytes: Uint8Array): Promise<AudioAnalysis | undefined> {
    const hash = hashOf(bytes);
    const measuring =
      this.#measured.get(hash) ??
      this.analyzer
        .analyze({ kind: "memory", bytes: new Uint8Array(bytes) })
        .catch(() => undefined);
    this.#measured.set(hash, measuring);
    return measuring;
  }

  async #factsOf(path: string, choices: UserChoices): Promise<FileFacts | undefined> {
    const bytes = new Uint8Array(await readFile(path));
    const measured = await this.measure(bytes);
    if (measured === undefined) return undefined;
    const [track] = await this.#tags.readTracks(path);
    const { artist, trackName: taggedName } = track!.tags;
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
      ...{ path, hash: hashOf(bytes), artist, trackName: shownName, taggedName, analysis },
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
