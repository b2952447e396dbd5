import type { CataloguePosition, Page, PageWindow } from "./catalogue-query.js";
import { LeadingSlots } from "./leading-slots.js";

/** An order of items. */
export interface ItemOrder<Item> {
  readonly positionOf: (item: Item) => CataloguePosition;
  /** Below 0 where the first position is before the second; 0 only for equal ones. */
  readonly compare: (one: CataloguePosition, other: CataloguePosition) => number;
}

/** Returns a page of items that are in no particular order, in a time that grows with their number and the page. */
export function pageAmong<Item>(
  items: readonly Item[],
  { positionOf, compare }: ItemOrder<Item>,
  { first, after, last, before }: PageWindow,
): Page<Item> {
  const behind = after ? items.filter((item) => compare(positionOf(item), after) > 0) : items;
  const between = before ? behind.filter((item) => compare(positionOf(item), before) < 0) : behind;
  const isReversed = first === undefined && last !== undefined;
  const places = between.map(positionOf);
  const sign = isReversed ? -1 : 1;
  const leading = new LeadingSlots({
    max: first ?? last ?? between.length,
    compare: (one, other) => sign * comparePlaces(one, other),
  });
  function comparePlaces(one: number, other: number): number {
    const [place, otherPlace] = [places[one], places[other]];
    return place && otherPlace ? compare(place, otherPlace) : 0;
  }
  for (const index of places.keys()) {
    if (leading.last === undefined || sign * comparePlaces(index, leading.last) < 0) {
      leading.offer(index);
    }
  }
  const found = leading.slots().flatMap((index) => between[index] ?? []);
  return {
    items: isReversed ? found.reverse() : found,
    ...pagesBeside({ matching: items, behind, between, shown: found, isReversed }),
  };
}

/** Returns what is beside a page, from the numbers of items that are left after each of its conditions. */
export function pagesBeside({
  matching,
  behind,
  between,
  shown,
  isReversed,
}: {
  /** Those that pass the filter. */
  readonly matching: { readonly length: number };
  /** Of these, those behind the position where the page begins. */
  readonly behind: { readonly length: number };
  /** Of these, those before the position where it ends. */
  readonly between: { readonly length: number };
  /** Of these, those on the page. */
  readonly shown: { readonly length: number };
  /** Whether the page has the last of them. */
  readonly isReversed: boolean;
}): Omit<Page<unknown>, "items"> {
  const hasMore = between.length > shown.length;
  return {
    hasNextPage: between.length < behind.length || (hasMore && !isReversed),
    hasPreviousPage: behind.length < matching.length || (hasMore && isReversed),
    totalCount: matching.length,
  };
}
