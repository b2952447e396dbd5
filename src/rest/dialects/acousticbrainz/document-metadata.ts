import type { Analysis } from "../../../domain/analysis/analysis.js";
import { coveredSecondsOf } from "../../../domain/analysis/analysis-data.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type { acousticBrainzMetadataShape } from "./acousticbrainz-answers.js";

/** What AcousticBrainz's documents say of themselves. */
type DocumentMetadata = JsonOf<typeof acousticBrainzMetadataShape>;

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
