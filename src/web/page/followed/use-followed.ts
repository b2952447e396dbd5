import { useLayoutEffect, useState } from "preact/hooks";

/** Calls a function whenever a value changes; returns the function that ends it. */
type Follow = (listener: () => void) => () => void;

/**
 * A value that is kept outside of components, as it changes.
 *
 * @param read returns the value; the same one in each rendering, as `follow`
 */
export function useFollowed<Value>(read: () => Value, follow: Follow): Value {
  const [shown, setShown] = useState(read);
  // Runs in the same task as the first rendering: an effect after it would miss a value that changes in between.
  useLayoutEffect(() => {
    const show = (): void => {
      setShown(read);
    };
    show();
    return follow(show);
  }, [read, follow]);
  return shown;
}

/** Returns the function that lets others follow by a place among listeners. */
export const followAmong =
  (listeners: Set<() => void>): Follow =>
  (listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
