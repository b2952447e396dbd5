import type { Analysis } from "../../../domain/analysis/analysis.js";
import { coveredSecondsOf } from "../../../domain/analysis/analysis-data.js";

/** What AcousticBrainz's documents say of themselves. */
export interface DocumentMetadata {
  readonly audio_properties: object;
  readonly tags: object;
  readonly version: object;
}

/** Returns the metadata of the documents of a recording; lists of values, as AcousticBrainz has tags. */
export function metadataOf(analysis: Analysis, mbid: string): DocumentMetadata {
  return {
    audio_properties: { length: coveredSecondsOf(analysis) },
    tags: {
      artist: [analysis.artist],
      title: [analysis.trackName],
      musicbrainz_recordingid: [mbid],
    },
    version: { overtone: `Overtone ${analysis.version}` },
  };
}
