import type { JSX } from "preact";
import type { FoundAnalysisFragment } from "../generated/documents.js";
import { useFailureText } from "../parts/notice.js";
import { useTexts } from "../texts/language.js";

interface AnalysisSummaryProps {
  readonly analysis: FoundAnalysisFragment;
  readonly title: string;
  readonly onAnalyse: () => void;
}

/** How far the analysis of a result is; nothing where its values are there. */
export function AnalysisSummary({
  analysis,
  title,
  onAnalyse,
}: AnalysisSummaryProps): JSX.Element | null {
  const texts = useTexts();
  const failureText = useFailureText();
  switch (analysis.__typename) {
    case "TrackAnalysis":
      return null;
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
              tabIndex={-1}
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
