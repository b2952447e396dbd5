import type { JSX } from "preact";
import type { FoundAnalysisFragment } from "../generated/documents.js";
import { TrackCover } from "../parts/track-cover.js";
import { formatClock, formatNumber } from "../parts/formats.js";
import { NameLinks } from "../parts/name-links.js";
import { keyNameIn } from "../parts/key-name.js";
import { useFailureText } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { FoundTrack } from "./use-search.js";

interface ResultRowProps {
  readonly result: FoundTrack;
  readonly analysis: FoundAnalysisFragment;
  readonly onAnalyse: () => void;
}

/** A result of the search: a link to the track, and what is known of its sound. */
export function ResultRow({ result, analysis, onAnalyse }: ResultRowProps): JSX.Element {
  const language = useLanguage();
  const { album, durationMs } = result.track;
  return (
    <li class="search-result">
      <div class="search-track part-linked">
        <TrackCover url={result.thumbnailUrl} size="small" />
        <span class="search-names">
          <a class="search-link part-link" href={`#/track/${result.trackKey}`} dir="auto">
            {result.trackName}
          </a>
          <span class="search-by part-names">
            <NameLinks artist={result.artist} album={album} />
          </span>
        </span>
        {durationMs !== null && (
          <span class="search-length part-clock">{formatClock(language, durationMs / 1000)}</span>
        )}
      </div>
      <AnalysisSummary analysis={analysis} title={result.trackName} onAnalyse={onAnalyse} />
    </li>
  );
}

interface AnalysisSummaryProps {
  readonly analysis: FoundAnalysisFragment;
  readonly title: string;
  readonly onAnalyse: () => void;
}

function AnalysisSummary({ analysis, title, onAnalyse }: AnalysisSummaryProps): JSX.Element {
  const texts = useTexts();
  const failureText = useFailureText();
  switch (analysis.__typename) {
    case "TrackAnalysis":
      return <ValueChips analysis={analysis} />;
    case "AnalysisFailed":
      return (
        <div
          class="search-summary search-failed"
          title={failureText(analysis.code, analysis.message)}
        >
          {texts.search.failed}: {failureText(analysis.code, analysis.message)}
        </div>
      );
    case "AnalysisPending":
      return (
        <div class="search-summary">
          {analysis.state === "NOT_REQUESTED" ? (
            <button
              type="button"

              aria-label={texts.search.analyseNamed(title)}
              onClick={onAnalyse}
            >
              {texts.search.analyse}
            </button>
          ) : (
            <span class="search-pending">
              {analysis.state === "QUEUED" ? texts.search.queued : texts.search.processing}
            </span>
          )}
        </div>
      );
  }
}

type Measured = Extract<FoundAnalysisFragment, { __typename: "TrackAnalysis" }>;

function ValueChips({ analysis }: { readonly analysis: Measured }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const keyName = keyNameIn(texts, analysis.key, analysis.mode);
  const mood = strongestMood(analysis.mood);
  return (
    <div class="search-summary part-chips">
      {analysis.tempo !== null && (
        <span class="part-chip">{texts.track.bpm(formatNumber(language, analysis.tempo))}</span>
      )}
      {keyName !== null && (
        <span class="part-chip">{texts.track.keyOf(keyName, analysis.camelot ?? "")}</span>
      )}
      {mood !== null && <span class="part-chip">{texts.fields[mood]}</span>}
    </div>
  );
}

const MOODS = ["happy", "sad", "relaxed", "aggressive"] as const;
const MOOD_THRESHOLD = 0.5;

/** Returns the mood that is present most; `null` where none is clearly present. */
function strongestMood(mood: Measured["mood"]): (typeof MOODS)[number] | null {
  const [first] = [...MOODS].sort((one, other) => (mood[other] ?? 0) - (mood[one] ?? 0));
  return first !== undefined && (mood[first] ?? 0) >= MOOD_THRESHOLD ? first : null;
}
