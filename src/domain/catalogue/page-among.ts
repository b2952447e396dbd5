import type { CataloguePosition, Page, PageWindow } from "./catalogue-query.js";
import { LeadingSlots } from "./leading-slots.js";

/** An order of items. */
export interface ItemOrder<Item> {
  /** Below 0 where the first item is before the second; 0 only for the same. */
  readonly compare: (one: Item, other: Item) => number;
  /** Below 0 where an item is before a position, 0 where it has the position. */
  readonly compareWith: (item: Item, position: CataloguePosition) => number;
}

/** Returns a page of items that are in no particular order, in a time that grows with their number and the page. */
export function pageAmong<Item>(
  items: readonly Item[],
  { compare, compareWith }: ItemOrder<Item>,
  { first, after, last, before }: PageWindow,
): Page<Item> {
  const behind = after ? items.filter((item) => compareWith(item, after) > 0) : items;
  const between = before ? behind.filter((item) => compareWith(item, before) < 0) : behind;
  const isReversed = first === undefined && last !== undefined;
  const sign = isReversed ? -1 : 1;
  const compareAt = (one: number, other: number): number =>
    sign * compare(between[one] as Item, between[other] as Item);
  const leading = new LeadingSlots({ max: first ?? last ?? between.length, compare: compareAt });
  for (const index of between.keys()) {
    if (leading.last === undefined || compareAt(index, leading.last) < 0) leading.offer(index);
  }
  const found = leading.slots().map((index) => between[index] as Item);
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
