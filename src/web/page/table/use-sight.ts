import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { rowsInSight, type Sight } from "./track-rows.js";

/** Which rows of a table are drawn, and how it is scrolled to a row. */
export interface TableSight extends Sight {
  /** Pixels. */
  readonly rowHeight: number;
  /** Whole rows that are in sight at once. */
  readonly page: number;
  readonly scrollTo: (index: number) => void;
}

/** Before a row was drawn, pixels. */
const FIRST_HEIGHT = 56;

/** Sight that changes by fewer rows is not drawn anew: those beside it are there. */
const STEP = 5;

/**
 * Follows which rows of a table are in sight, in the box that it is scrolled in.
 *
 * @param box has a table with rows of the class `table-row`, all equally high, below a `thead` that stays in sight
 */
export function useSight(box: RefObject<HTMLElement | null>, count: number): TableSight {
  const [rowHeight, setRowHeight] = useState(FIRST_HEIGHT);
  const [scrolled, setScrolled] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const follow = (): void => {
      const step = STEP * rowHeight;
      const top = Math.floor(current.scrollTop / step) * step;
      const height = Math.ceil(current.clientHeight / step) * step + step;
      setScrolled((last) => (last.top === top && last.height === height ? last : { top, height }));
    };
    follow();
    current.addEventListener("scroll", follow, { passive: true });
    const observer = new ResizeObserver(follow);
    observer.observe(current);
    return () => {
      current.removeEventListener("scroll", follow);
      observer.disconnect();
    };
  }, [box, rowHeight, count > 0]);
  useLayoutEffect(() => {
    const height = box.current?.querySelector<HTMLElement>(".table-row")?.offsetHeight ?? 0;
    if (height > 0 && height !== rowHeight) setRowHeight(height);
  });
  const scrollTo = useCallback(
    (index: number) => {
      const { current } = box;
      if (!current) return;
      const head = current.querySelector("thead")?.offsetHeight ?? 0;
      const top = index * rowHeight;
      const least = top + rowHeight + head - current.clientHeight;
      if (current.scrollTop > top) current.scrollTop = top;
      else if (current.scrollTop < least) current.scrollTop = least;
    },
    [box, rowHeight],
  );
  const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
  return { ...rowsInSight({ ...scrolled, rowHeight }, count), rowHeight, page, scrollTo };
}
