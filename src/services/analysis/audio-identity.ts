import type { LibraryFile, LibraryPath } from "../../domain/library/library-file.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisStore, TrackNames } from "../../ports/analysis/analysis-store.js";
import type { AudioContents } from "../../ports/library/audio-contents.js";
import type { AudioDigests } from "../../ports/library/audio-digests.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { FailureLog } from "../failure-log.js";

/** The digest of audio in a format that cannot be told apart from its tags: equal to no other. */
const UNKNOWN = "";

/**
 * Knows audio by its content: a digest of the audio stream without the tags. The analysis of a file
 * that was moved or retagged stays, and two files with the same audio share one. Names alone never
 * make two files one recording.
 */
export class AudioIdentity {
  constructor(
    private readonly needs: {
      readonly files: LibraryStore;
      readonly folders: Pick<LibraryFolders, "findAudio">;
      readonly digests: AudioDigests;
      readonly contents: AudioContents;
      readonly analyses: Pick<AnalysisStore, "findMany" | "saveSpelling" | "rename">;
      readonly failures: FailureLog;
    },
  ) {}

  /**
   * Gives a track the analysis that its audio has under another key, and returns whether it has one of
   * that version or a newer one now; `undefined` where the library has no file of the track. Where no
   * file has the other key any more, the analysis moves to the track, and the other key still finds
   * it; else the two share it.
   *
   * @param options.mayRead whether the file is read where its digest is not known yet
   */
  async adopt(
    names: TrackNames,
    { version, mayRead }: { readonly version: number; readonly mayRead: boolean },
  ): Promise<boolean | undefined> {
    const { files, contents, analyses } = this.needs;
    const { trackKey } = names;
    const [file] = await files.findByTrackKey(trackKey);
    if (file === undefined) return undefined;
    const digest = file.audioDigest ?? (mayRead ? await this.#read(file) : undefined);
    if (digest === undefined || digest === UNKNOWN) return false;
    const other = await contents.find(digest);
    if (other === undefined || other === trackKey) return false;
    const [analysis] = await analyses.findMany([other]);
    if (analysis === undefined) return false;
    const isShared = (await files.findByTrackKey(other)).length > 0;
    if (isShared || !(await analyses.rename(other, names))) {
      const { artist, trackName } = names;
      await analyses.saveSpelling({ trackKey, artist, trackName, analysisKey: other });
    } else {
      await contents.save(digest, trackKey);
    }
    return analysis.version >= version;
  }

  /** Remembers the audio that the analysis of a track was measured on: that of its newest file. Never rejects. */
  async remember(trackKey: TrackKey): Promise<void> {
    const { files, failures } = this.needs;
    try {
      const [newest, ...others] = await files.findByTrackKey(trackKey);
      if (newest === undefined) return;
      const digest = newest.audioDigest ?? (await this.#read(newest));
      if (digest !== undefined && digest !== UNKNOWN) await this.#save(digest, trackKey);
      for (const file of others) if (file.audioDigest === undefined) await this.#read(file);
    } catch (error) {
      failures.record(error, { trackKey });
    }
  }

  /** Forgets the audio of tracks, because it has changed. */
  forget(trackKeys: readonly TrackKey[]): Promise<void> {
    return this.needs.contents.forget(trackKeys);
  }

  /** Computes the digest of a file that is about to be stored; `undefined` where that is not possible now. */
  async digestOf(path: LibraryPath): Promise<string | undefined> {
    const audio = await this.needs.folders.findAudio(path).catch(() => undefined);
    if (audio?.kind !== "file") return undefined;
    const found = await this.needs.digests.digestOf(audio.path).catch(() => undefined);
    return found?.digest ?? UNKNOWN;
  }

  /** Remembers the audio of a track, unless it is known as that of another one with an analysis. */
  async #save(digest: string, trackKey: TrackKey): Promise<void> {
    const { contents, analyses } = this.needs;
    const other = await contents.find(digest);
    const [analysis] = other === undefined ? [] : await analyses.findMany([other]);
    if (analysis === undefined) await contents.save(digest, trackKey);
  }

  /** Computes and stores the digest of a file. */
  async #read(file: LibraryFile): Promise<string | undefined> {
    const digest = await this.digestOf(file);
    if (digest !== undefined) await this.needs.files.saveDigest(file, digest);
    return digest;
  }
}

/** Returns whether two stored files are known to have the same audio. */
export function haveSameAudio(
  one: Pick<LibraryFile, "audioDigest">,
  other: Pick<LibraryFile, "audioDigest">,
): boolean {
  const { audioDigest = UNKNOWN } = one;
  return audioDigest !== UNKNOWN && audioDigest === other.audioDigest;
}
