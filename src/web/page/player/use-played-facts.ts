import { useEffect, useState } from "preact/hooks";
import { PlayedTrackDocument } from "../generated/documents.js";
import { findOwnFile, isOwnFile } from "../playback/own-files.js";
import { request } from "../graphql/request.js";

/** What is measured on a track that is played; nothing of what is not known. */
export interface PlayedFacts {
  /** Seconds; `null` where it is not measured. */
  readonly lengthSeconds: number | null;
  /** LUFS; `null` where it is not measured. */
  readonly loudness: number | null;
  /** Times of beats, seconds, ascending. */
  readonly beats: readonly number[];
  /** Loudness over time, LUFS, at equal distances; `null` where it is silent. */
  readonly curve: readonly (number | null)[];
}

const NOTHING: PlayedFacts = { lengthSeconds: null, loudness: null, beats: [], curve: [] };

/** What is measured on a track, as soon as the server has said so. A track plays without it. */
export function usePlayedFacts(ref: string): PlayedFacts {
  const [facts, setFacts] = useState(NOTHING);
  useEffect(() => {
    const abort = new AbortController();
    setFacts(NOTHING);
    if (isOwnFile(ref)) {
      setFacts(factsOfOwn(ref));
      return undefined;
    }
    request(PlayedTrackDocument, { ref }, abort.signal).then(
      ({ track }) => {
        if (abort.signal.aborted || track?.analysis.__typename !== "TrackAnalysis") return;
        const { coveredSeconds, details, timeline } = track.analysis;
        setFacts({
          lengthSeconds: coveredSeconds,
          loudness: details.find(({ field }) => field === "loudness")?.value ?? null,
          beats: timeline.beats,
          curve: timeline.loudnessCurve.values,
        });
      },
      () => undefined,
    );
    return () => {
      abort.abort();
    };
  }, [ref]);
  return facts;
}

/** Returns what the page has measured on a file of the reader. */
function factsOfOwn(ref: string): PlayedFacts {
  const analysis = findOwnFile(ref)?.analysis;
  if (!analysis) return NOTHING;
  const { durationSeconds, estimates, beats, timeline } = analysis;
  return {
    ...{ lengthSeconds: durationSeconds, loudness: estimates.loudness.value, beats },
    curve: timeline.loudnessCurve.values,
  };
}
