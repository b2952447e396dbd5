import type { ComponentChildren, JSX } from "preact";
import { RequestFailure } from "../graphql/request.js";
import { useTexts } from "../texts/language.js";

interface FailureNoticeProps {
  readonly failure: unknown;
  /** What to do when the reader asks to try again. */
  readonly onRetry?: (() => void) | undefined;
}

/** What went wrong, in plain words, with a button to try again. */
export function FailureNotice({ failure, onRetry }: FailureNoticeProps): JSX.Element {
  const texts = useTexts();
  return (
    <div class="part-notice part-notice-failure" role="alert">
      <p>{useFailureText()(failure)}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {texts.viewParts.retry}
        </button>
      )}
    </div>
  );
}

/** A quiet message that screen readers announce. */
export function Notice({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <p class="part-notice" role="status">
      {children}
    </p>
  );
}

/** Returns a function that says in plain words what an error, or an error code, means. */
export function useFailureText(): (failure: unknown, message?: string) => string {
  const { failures } = useTexts();
  return (failure, message = String(failure)) => {
    const code = failure instanceof RequestFailure ? failure.code : String(failure);
    const known = Object.entries(failures).find(([name]) => name === code)?.[1];
    if (typeof known === "string") return known;
    return failures.other(failure instanceof Error ? failure.message : message);
  };
}
