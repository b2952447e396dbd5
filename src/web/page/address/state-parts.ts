/** Returns the next state of a view, with those parts of the state before that are equal: the same objects. */
export function withKeptParts<State extends object>(before: State, next: State): State {
  const kept = { ...next };
  for (const name of Object.keys(next) as (keyof State)[]) {
    if (isEqual(before[name], next[name])) kept[name] = before[name];
  }
  return kept;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!(one instanceof Object && other instanceof Object)) return false;
  const parts = partsOf(one);
  const others = partsOf(other);
  return (
    parts.length === others.length && parts.every((part, place) => isEqual(part, others[place]))
  );
}

/** Returns the values of a list, a set or a map in their order; else names and values. */
const partsOf = (value: object): readonly unknown[] =>
  isIterable(value) ? [...value] : Object.entries(value);

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value;
