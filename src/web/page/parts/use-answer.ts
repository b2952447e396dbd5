import { useEffect, useState } from "preact/hooks";

/** The answer to words that were typed. */
export interface WordsAnswer<Found> {
  /** The words that it answers, without white space around them. */
  readonly words: string;
  /** `null` where the server refused them or could not answer. */
  readonly found: Found | null;
  readonly failure: unknown;
}

/** Less than between two keys that are typed quickly, so that only a pause is answered. */
const PAUSE_MS = 80;

/**
 * Asks what words find, a moment after their last change. The last answer stays until the next one: only that to the newest
 * words is shown, whichever arrives last.
 *
 * @param words without white space around them; empty for none, which find nothing
 * @param ask the same one in each rendering
 */
export function useAnswer<Found>(
  words: string,
  ask: (words: string, signal: AbortSignal) => Promise<Found>,
): WordsAnswer<Found> | null {
  const [answer, setAnswer] = useState<WordsAnswer<Found> | null>(null);
  useEffect(() => {
    if (words === "") {
      setAnswer(null);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      ask(words, abort.signal).then(
        (found) => {
          if (!abort.signal.aborted) setAnswer({ words, found, failure: null });
        },
        (failure: unknown) => {
          if (!abort.signal.aborted) setAnswer({ words, found: null, failure });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [words, ask]);
  return answer;
}
