import {
  identifiedAt,
  isTelling,
  type IdentifiedRecording,
} from "../../domain/fingerprint/identified-recording.js";
import type { Track } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { FingerprintCatalogue } from "../../ports/analysis/fingerprint-catalogue.js";
import type { SoundReader } from "../../ports/analysis/sound-reader.js";
import type { TrackService } from "../search/track-service.js";

/** A recording that was identified, with its track. */
export interface IdentifiedTrack extends IdentifiedRecording {
  readonly track: Track;
}

/** Places of an excerpt that are compared with the whole fingerprints. */
const COMPARED_PLACES = 20;

/** Identifies audio among the analysed recordings by how it sounds. */
export class IdentificationService {
  constructor(
    private readonly needs: {
      readonly reader: SoundReader;
      readonly fingerprints: FingerprintCatalogue;
      readonly analyses: Pick<AnalysisStore, "findMany">;
      readonly tracks: TrackService;
    },
  ) {}

  /**
   * Returns the analysed recordings that audio is or is an excerpt of, best first; may be empty. Its first two minutes are
   * compared, and 5 s of changing sound are needed. A recording of the very same audio is found also without them.
   *
   * @throws the errors of `SoundReader.hear`
   */
  async identify(audio: EncodedAudio, signal: AbortSignal): Promise<readonly IdentifiedTrack[]> {
    const { reader, analyses, tracks } = this.needs;
    const { recordingId, words } = await reader.hear(audio, signal);
    const [same] = await analyses.findMany([recordingId]);
    const alike = (await this.#findAlike(words)).filter((one) => one.recordingId !== recordingId);
    const found = same ? [{ recordingId, score: 1, offsetSeconds: 0 }, ...alike] : alike;
    const described = await tracks.findMany(found.map((one) => one.recordingId));
    return found.flatMap((one, index) => {
      const track = described[index];
      return track ? [{ ...one, track }] : [];
    });
  }

  async #findAlike(words: Uint32Array): Promise<readonly IdentifiedRecording[]> {
    if (!isTelling(words)) return [];
    const { fingerprints } = this.needs;
    const places = await fingerprints.find(words, COMPARED_PLACES);
    const ids = [...new Set(places.map(({ recordingId }) => recordingId))];
    const whole = await fingerprints.findFingerprints(ids);
    const wordsById = new Map(ids.map((recordingId, index) => [recordingId, whole[index]]));
    return identifiedAt(words, places, (recordingId) => wordsById.get(recordingId));
  }
}
