import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice, useFailureText } from "../parts/notice.js";
import { NameLinks } from "../parts/name-links.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { LibraryState, ShownFailure } from "./use-library.js";

/**
 * The tracks that could not be analysed, with the reasons, and buttons to try again. Without failures it stays, so that
 * the answer to the last retry can be read.
 */
export function LibraryFailures({ state }: { readonly state: LibraryState }): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const [retried, setRetried] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const hasFailures = state.failures.length > 0;
  const retry = (trackKey?: string): void => {
    setProblem(null);
    state.retry(trackKey).then(setRetried, setProblem);
  };
  return (
    <section class="part-card" aria-labelledby="library-failures">
      <div class="library-failures-head">
        <h2 id="library-failures" class="part-title">
          {texts.failures}
        </h2>
        {hasFailures && (
          <button
            type="button"
            onClick={() => {
              retry();
            }}
          >
            {texts.retryAll}
          </button>
        )}
      </div>
      {problem !== null && <FailureNotice failure={problem} />}
      <p role="status" class="library-hint">
        {retried !== null && texts.retried(formatNumber(language, retried))}
        {retried === null && !hasFailures && texts.noFailures}
      </p>
      <ReasonCounts state={state} />
      <ul class="library-failures">
        {state.failures.map((failed) => (
          <FailedTrack
            key={failed.cursor}
            failed={failed}
            onRetry={() => {
              retry(failed.node.trackKey);
            }}
          />
        ))}
      </ul>
      {state.library?.failures.pageInfo.hasNextPage === true && (
        <button type="button" onClick={state.showMore}>
          {texts.more}
        </button>
      )}
    </section>
  );
}

function ReasonCounts({ state }: { readonly state: LibraryState }): JSX.Element {
  const language = useLanguage();
  const failureText = useFailureText();
  return (
    <ul class="library-reasons">
      {state.progress?.failureCounts.map(({ code, count }) => (
        <li key={code}>
          <strong>{formatNumber(language, count)}</strong> {failureText(code, code)}
        </li>
      ))}
    </ul>
  );
}

interface FailedTrackProps {
  readonly failed: ShownFailure;
  readonly onRetry: () => void;
}

function FailedTrack({ failed, onRetry }: FailedTrackProps): JSX.Element {
  const { library: texts } = useTexts();
  const { track, trackKey, path, message } = failed.node;
  const title = track?.trackName ?? trackKey;
  return (
    <li>
      <div class="library-names">
        <a href={`#/track/${trackKey}`} dir="auto">
          {title}
        </a>
        {track && (
          <span class="part-names">
            <NameLinks artist={track.artist} />
          </span>
        )}
        <span dir="auto">{message}</span>
        {path !== null && (
          <code class="library-path" dir="ltr">
            {path}
          </code>
        )}
      </div>
      <button type="button" aria-label={texts.retryNamed(title)} onClick={onRetry}>
        {texts.retry}
      </button>
    </li>
  );
}
