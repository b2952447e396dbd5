import { useEffect, useState } from "preact/hooks";
import { SearchBoxDocument, type SearchBoxQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";

/** What words find in the library. */
export type BoxMatches = SearchBoxQuery["searchLibrary"];

/** The answer to words that were typed. */
export interface BoxAnswer {
  /** The words that it answers, without white space around them. */
  readonly words: string;
  /** `null` where the server refused them or could not answer. */
  readonly matches: BoxMatches | null;
  readonly failure: unknown;
}

/** Less than between two keys that are typed quickly, so that only a pause is answered. */
const PAUSE_MS = 80;

/**
 * Asks what words find, a moment after their last change. The last answer stays until the next one: only that to the newest
 * words is shown, whichever arrives last.
 */
export function useBox(words: string): BoxAnswer | null {
  const [answer, setAnswer] = useState<BoxAnswer | null>(null);
  useEffect(() => {
    if (words === "") {
      setAnswer(null);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      request(SearchBoxDocument, { query: words }, abort.signal).then(
        ({ searchLibrary }) => {
          if (!abort.signal.aborted) setAnswer({ words, matches: searchLibrary, failure: null });
        },
        (failure: unknown) => {
          if (!abort.signal.aborted) setAnswer({ words, matches: null, failure });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [words]);
  return answer;
}
