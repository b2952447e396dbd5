import { addressIn, fragmentOf, type Address } from "./address.js";

/** The address that is shown, and how it came about. */
export interface ShownAddress extends Address {
  /** Raised where another view, or another argument, was gone to; not where a view has written its own state. */
  readonly moves: number;
  /** Raised where a link, the way back, or an address that was typed was followed, also to another state of the same view. */
  readonly arrivals: number;
}

/** The shortest time between two writes, which browsers limit to about ten a second. */
const PAUSE_MS = 250;

let shown: ShownAddress | undefined;
const listeners = new Set<() => void>();

/** Of each view that was left, its last address. */
const lastFragments = new Map<string, string>();

/** The field that was written last; further changes of it make no entry of the history. */
let writtenField: string | null = null;
let unwritten: ReturnType<typeof setTimeout> | undefined;
let writtenAt = -Infinity;

/** Returns the address that is shown. */
export function shownAddress(): ShownAddress {
  shown ??= { ...addressIn(location.hash), moves: 0, arrivals: 0 };
  return shown;
}

/** Calls a function whenever the address changes; returns the function that ends it. */
export function followAddress(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("hashchange", follow);
    // A click may lead elsewhere, whose entry would be overwritten.
    addEventListener("click", writeNow, true);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("hashchange", follow);
    removeEventListener("click", writeNow, true);
  };
}

/** Returns the last address of a view in this tab, so that the way back to it leads to what it showed. */
export function lastFragmentOf(path: string): string {
  return lastFragments.get(path) ?? fragmentOf({ path });
}

/** Goes to an address, as a link does. */
export function goTo(fragment: string): void {
  writeNow();
  location.hash = fragment.slice(1);
}

/**
 * Shows another state of the view that is shown: at once to those who follow, a moment later in the address bar.
 *
 * @param field what was changed: the first change of a field makes an entry of the history, further ones replace it
 */
export function writeAddress(
  { argument = "", query = new URLSearchParams() }: Partial<Pick<Address, "argument" | "query">>,
  field: string,
): void {
  const before = shownAddress();
  const next: ShownAddress = { ...before, argument, query };
  if (fragmentOf(next) === fragmentOf(before)) return;
  if (field !== writtenField) {
    writeNow();
    history.pushState(null, "", fragmentOf(next));
    writtenAt = performance.now();
    writtenField = field;
  } else {
    const wait = Math.max(0, writtenAt + PAUSE_MS - performance.now());
    unwritten ??= setTimeout(writeNow, wait);
  }
  change(next);
}

/** Writes what the address bar does not have yet. */
function writeNow(): void {
  if (unwritten === undefined) return;
  clearTimeout(unwritten);
  unwritten = undefined;
  writtenAt = performance.now();
  history.replaceState(null, "", fragmentOf(shownAddress()));
}

/** Follows a link, the way back, or an address that was typed. */
function follow(): void {
  clearTimeout(unwritten);
  unwritten = undefined;
  writtenField = null;
  const { path, argument, moves, arrivals } = shownAddress();
  const next = addressIn(location.hash);
  const hasMoved = next.path !== path || next.argument !== argument;
  change({ ...next, moves: moves + (hasMoved ? 1 : 0), arrivals: arrivals + 1 });
}

function change(next: ShownAddress): void {
  lastFragments.set(shownAddress().path, fragmentOf(shownAddress()));
  shown = next;
  for (const listener of listeners) listener();
}
