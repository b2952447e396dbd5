import {
  identifiedAt,
  isTelling,
  type IdentifiedRecording,
} from "../../domain/fingerprint/identified-recording.js";
import { abortingWith } from "../../domain/abort-signals.js";
import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import type { Track } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { FingerprintCatalogue } from "../../ports/analysis/fingerprint-catalogue.js";
import type { SoundReader } from "../../ports/analysis/sound-reader.js";
import type { Upload, UploadStore } from "../../ports/analysis/upload-store.js";
import type { UploadRequest } from "../analysis/upload-service.js";
import type { TrackService } from "../search/track-service.js";
import { roundedToFourDecimals } from "../similarity/similarity-reasons.js";

/** A recording that was identified, with its track. The score has four decimals, and the offset one. */
export interface IdentifiedTrack extends IdentifiedRecording {
  readonly track: Track;
}

/** What audio was identified as. */
export interface IdentifiedAudio {
  /** The analysed recordings that it is or is an excerpt of, best first; may be empty. */
  readonly matches: readonly IdentifiedTrack[];
  /** Length that was heard, from its beginning on, seconds, [0, 120], in tenths. */
  readonly heardSeconds: number;
  /** Whether it was compared by how it sounds. Otherwise only a recording of the very same audio is found. */
  readonly isCompared: boolean;
}

/** Maximum number of uploads that are identified or wait for it at once. */
export const MAX_WAITING_UPLOADS = 20;

/** When to send an upload again that found too many waiting. */
const BUSY_SECONDS = 5;

/** Places of an excerpt that are compared with the whole fingerprints. */
const COMPARED_PLACES = 20;

/** Identifies audio among the analysed recordings by how it sounds. */
export class IdentificationService {
  #waitingUploads = 0;
  readonly #ended = new AbortController();

  constructor(
    private readonly needs: {
      readonly reader: Pick<SoundReader, "hear">;
      readonly uploads: UploadStore;
      readonly fingerprints: Pick<FingerprintCatalogue, "find" | "findFingerprints">;
      readonly analyses: Pick<AnalysisStore, "findMany">;
      readonly tracks: Pick<TrackService, "findMany">;
    },
  ) {}

  /** Ends what is under way: clients get the response to send their uploads again. */
  end(): void {
    this.#ended.abort(new AnalyzerBusyError(1));
  }

  /**
   * Identifies a file that a client uploads, as `identify` does. The file is deleted, and nothing of it is stored.
   *
   * @throws {PayloadTooLargeError} the file is larger than the maximum of an upload
   * @throws {AudioUndecodableError} the file is empty, in an unknown audio format, or cannot be decoded
   * @throws {AnalyzerBusyError} too many uploads wait, they take all the space for uploads, or the server stops
   * @throws {Error} what the bytes throw, where the disk cannot be written, and the errors of `SoundReader.hear`
   */
  async identifyUpload(
    { bytes, announcedBytes }: Pick<UploadRequest, "bytes" | "announcedBytes">,
    signal: AbortSignal,
  ): Promise<IdentifiedAudio> {
    const { uploads } = this.needs;
    const upload = await uploads.save(bytes, announcedBytes);
    try {
      if (this.#waitingUploads >= MAX_WAITING_UPLOADS) throw new AnalyzerBusyError(BUSY_SECONDS);
      this.#waitingUploads++;
      return await this.#identifyStored(upload, signal).finally(() => this.#waitingUploads--);
    } finally {
      await uploads.remove(upload);
    }
  }

  async #identifyStored(upload: Upload, signal: AbortSignal): Promise<IdentifiedAudio> {
    const file = await this.needs.uploads.open(upload);
    const audio = { kind: "file", path: file.path } as const;
    return this.identify(audio, signal).finally(() => file.close());
  }

  /**
   * Identifies audio: its first two minutes are compared with the analysed recordings, for which 5 s of changing sound are
   * needed. A recording of the very same audio is found also without them.
   *
   * @throws {AnalyzerBusyError} the service ends
   * @throws the errors of `SoundReader.hear`
   */
  async identify(audio: EncodedAudio, signal: AbortSignal): Promise<IdentifiedAudio> {
    const { reader, analyses, tracks } = this.needs;
    const over = abortingWith([signal, this.#ended.signal]);
    const heard = await reader.hear(audio, over.signal).finally(() => over.abort());
    const { recordingId, words, heardSeconds } = heard;
    const isCompared = isTelling(words);
    const [same] = await analyses.findMany([recordingId]);
    const compared = isCompared ? await this.#findAlike(words) : [];
    const alike = compared.filter((one) => one.recordingId !== recordingId);
    const found = same ? [{ recordingId, score: 1, offsetSeconds: 0 }, ...alike] : alike;
    const described = await tracks.findMany(found.map((one) => one.recordingId));
    const matches = found.flatMap((one, index) => {
      const track = described[index];
      return track ? [{ ...identifiedAs(one), track }] : [];
    });
    return { matches, heardSeconds: inTenths(heardSeconds), isCompared };
  }

  async #findAlike(words: Uint32Array): Promise<readonly IdentifiedRecording[]> {
    const { fingerprints } = this.needs;
    const places = await fingerprints.find(words, COMPARED_PLACES);
    const ids = [...new Set(places.map(({ recordingId }) => recordingId))];
    const whole = await fingerprints.findFingerprints(ids);
    const wordsById = new Map(ids.map((recordingId, index) => [recordingId, whole[index]]));
    return identifiedAt(words, places, (recordingId) => wordsById.get(recordingId));
  }
}

const identifiedAs = ({
  recordingId,
  score,
  offsetSeconds,
}: IdentifiedRecording): IdentifiedRecording => ({
  recordingId,
  score: roundedToFourDecimals(score),
  offsetSeconds: inTenths(offsetSeconds),
});

const inTenths = (seconds: number): number => Math.round(seconds * 10) / 10;
