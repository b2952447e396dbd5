import type { ComponentChildren, JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { goTo } from "../address/address-store.js";
import { copyText } from "../parts/copy-text.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { trackAddressOf } from "../parts/track-address.js";
import type { PlayedTrack } from "../player/play-queue.js";
import { dragTracks, trackTarget } from "../player/dragged-tracks.js";
import { entryAt, queueLast, usePlayerState } from "../player/player-store.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { playedTrackOf, playFrom } from "./play-rows.js";
import {
  NO_SELECTION,
  presentRows,
  selectedRows,
  toggledRow,
  withRange,
  type RowSelection,
} from "./row-selection.js";
import { rowIdOf, type ShownRow } from "./shown-track.js";
import { TableBar } from "./table-bar.js";
import { storeColumns, storedColumns } from "./stored-columns.js";
import { csvOfRows, TABLE_COLUMNS } from "./table-columns.js";
import { TableHead, type ExtraColumn } from "./table-head.js";
import { tableKeyOf, type TableKey } from "./table-keys.js";
import type { TableOrder } from "./table-order.js";
import { TableRow, type RowActions } from "./table-row.js";
import type { TrackRows } from "./track-rows.js";
import { useSight } from "./use-sight.js";
import "../parts/parts.css";
import "./table.css";

interface TrackTableProps {
  /** What the list is, for screen readers. */
  readonly label: string;
  readonly rows: TrackRows;
  /** Another text for another list: the table then begins at its top. */
  readonly list: string;
  /** The order of the list, where it has one that can be changed. */
  readonly order?: TableOrder;
  readonly onOrder?: (order: TableOrder) => void;
  readonly extra?: ExtraColumn;
  /** Called with the place of the row that is pointed to, or reached by the keyboard. */
  readonly onPoint?: (index: number) => void;
  /** Opens a row whose track is a file of the reader: no view of its own has it, and no playlist takes it. */
  readonly onOpen?: (row: ShownRow) => void;
  /** What the view does with selected rows, beside what every table does. */
  readonly actions?: (rows: readonly ShownRow[]) => ComponentChildren;
  /** Takes what is dropped before one of its rows; absent where the list has no places. */
  readonly onDrop?: (dropped: DroppedRows, index: number) => void;
}

/** What was dropped on a table: rows of its own, or else tracks. */
export interface DroppedRows {
  readonly own: readonly ShownRow[];
  readonly tracks: readonly PlayedTrack[];
}

/**
 * Tracks as a table of which only the rows in sight are drawn.
 *
 * It is a grid in which the table has the focus and names its active row. Source: W3C, "ARIA Authoring Practices Guide", grid pattern.
 */
export function TrackTable(props: TrackTableProps): JSX.Element | null {
  const { label, rows, list, order, onOrder, extra, onPoint, actions, onDrop, onOpen } = props;
  const { table: texts } = useTexts();
  const language = useLanguage();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState(storedColumns);
  const [chosenRows, setChosenRows] = useState(NO_SELECTION);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const dragged = useRef<readonly ShownRow[]>([]);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const { queue } = usePlayerState();
  const played = entryAt(queue)?.track.ref;
  const count = rows.count ?? 0;
  const sight = useSight(box, count);
  const columns = useMemo(
    () => TABLE_COLUMNS.filter(({ name }) => chosen.includes(name)),
    [chosen],
  );
  const kept = columns.find((column) => column.order === order?.field) ?? columns[0];
  const selection = useMemo(() => presentRows(chosenRows, rows), [chosenRows, rows]);
  const selected = useMemo(() => selectedRows(selection), [selection]);
  useEffect(() => {
    rows.show(sight.from, sight.to);
  }, [rows, sight.from, sight.to]);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    setActive(0);
    anchor.current = 0;
  }, [list]);
  useRetryOnline(rows);
  const select = (next: RowSelection): void => {
    setChosenRows(next);
    setSaid(texts.selected(formatNumber(language, next.size), next.size === 1));
  };
  const copy = (copied: readonly ShownRow[]): void => {
    const text = texts.copied(formatNumber(language, copied.length), copied.length === 1);
    copyText(csvOfRows(copied, columns)).then(
      () => {
        setSaid(text);
      },
      () => {
        setSaid(texts.notCopied);
      },
    );
  };
  const activate = (index: number, isRange: boolean): void => {
    const next = Math.min(Math.max(0, index), count - 1);
    setActive(next);
    sight.scrollTo(next);
    onPoint?.(next);
    grid.current?.focus({ preventScroll: true });
    if (isRange) select(withRange(NO_SELECTION, rows, anchor.current, next));
    else anchor.current = next;
  };
  const toggle = (index: number): void => {
    const row = rows.rowAt(index);
    if (row) select(toggledRow(selection, index, row));
    anchor.current = index;
    setActive(index);
  };
  const act = (key: TableKey): boolean => {
    const row = rows.rowAt(active);
    switch (key.kind) {
      case "move":
        activate(active + key.by, key.isRange);
        return true;
      case "moveTo":
        activate(key.end === "first" ? 0 : count - 1, key.isRange);
        return true;
      case "within":
        return focusWithin(grid.current, `${id}-${String(active)}`, key.step);
      case "select":
        toggle(active);
        return true;
      case "selectAll":
        select(withRange(NO_SELECTION, rows, 0, count - 1));
        return true;
      case "selectNone":
        if (selection.size === 0) return false;
        select(NO_SELECTION);
        return true;
      case "open":
        if (row) (onOpen ?? goToTrack)(row);
        return true;
      case "play":
        playFrom(rows, active);
        return true;
      case "queue": {
        const queued = selected.length > 0 ? selected : row ? [row] : [];
        queueLast(queued.map(playedTrackOf));
        setSaid(texts.queuedLast(formatNumber(language, queued.length), queued.length === 1));
        return true;
      }
      case "copy":
        if (getSelection()?.isCollapsed === false) return false;
        copy(selected.length > 0 ? selected : row ? [row] : []);
        return true;
    }
  };
  const press = (event: TargetedKeyboardEvent<HTMLTableElement>): void => {
    const isInside = event.target !== grid.current;
    // A link, a button or a box of the row has its own keys.
    if (isInside && [" ", "Enter"].includes(event.key)) return;
    if (event.target instanceof Element && event.target.closest("thead")) return;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
    const key = tableKeyOf(event, sight.page, isRightToLeft);
    if (key && count > 0 && act(key)) event.preventDefault();
  };
  const actionsOfNow: RowActions = {
    onPress: (index, event) => {
      if (event.target instanceof Element && event.target.closest("a, button, input")) return;
      if (event.ctrlKey || event.metaKey) toggle(index);
      else activate(index, event.shiftKey);
    },
    onToggle: toggle,
    onPlay: (index) => {
      playFrom(rows, index);
    },
    onDrag: (index, event) => {
      const row = rows.rowAt(index);
      if (!row) return;
      const isSelected = selection.has(rowIdOf(row));
      dragged.current = isSelected ? selected : [row];
      dragTracks(event, dragged.current.map(playedTrackOf));
    },
    onPoint: (index) => {
      onPoint?.(index);
    },
    onOpen,
    targetAt: (index) =>
      onDrop &&
      trackTarget(
        (tracks) => {
          onDrop({ own: dragged.current, tracks }, index);
          setOver(null);
        },
        () => {
          setOver(index);
        },
      ),
  };
  const rowActions = useRef(actionsOfNow);
  rowActions.current = actionsOfNow;
  const indexes = Array.from({ length: sight.to - sight.from }, (_, place) => sight.from + place);
  const isActiveDrawn = active >= sight.from && active < sight.to;
  return (
    <div class="table">
      {rows.failure !== null && <FailureNotice failure={rows.failure} onRetry={rows.retry} />}
      {count > 0 && (
        <>
          <TableBar
            {...{ selected, chosen, order, onOrder, actions }}
            isOfServer={!onOpen}
            onChoose={(names) => {
              storeColumns(names);
              setChosen(names);
            }}
            onCopy={() => {
              copy(selected);
            }}
            onSelectNone={() => {
              select(NO_SELECTION);
              grid.current?.focus();
            }}
            onDone={setSaid}
          />
          <div class="table-box" ref={box}>
            <table
              ref={grid}
              role="grid"
              tabIndex={0}
              aria-label={label}
              aria-describedby={`${id}-help`}
              aria-rowcount={count + 1}
              aria-multiselectable
              aria-activedescendant={isActiveDrawn ? `${id}-${String(active)}` : undefined}
              style={{ "--columns": columns.length + (extra ? 2 : 0) }}
              onKeyDown={press}
              onDragEnd={() => {
                dragged.current = [];
                setOver(null);
              }}
            >
              <TableHead {...{ columns, kept, order, onOrder, extra }} />
              <Space height={sight.from * sight.rowHeight} />
              <tbody>
                {indexes.map((index) => {
                  const row = rows.rowAt(index);
                  const name = row ? rowIdOf(row) : undefined;
                  return (
                    <TableRow
                      key={index}
                      id={`${id}-${String(index)}`}
                      {...{ index, row, columns, kept, extra }}
                      isActive={index === active}
                      isSelected={name !== undefined && selection.has(name)}
                      isPlayed={row ? trackAddressOf(row) === played : false}
                      isOver={index === over}
                      actions={rowActions}
                    />
                  );
                })}
              </tbody>
              <Space height={(count - sight.to) * sight.rowHeight} />
            </table>
          </div>
          <p class="visually-hidden" id={`${id}-help`}>
            {texts.help}
          </p>
        </>
      )}
      <p class="table-said" role="status">
        {said}
      </p>
    </div>
  );
}

/** Opens the view of a track. */
function goToTrack(row: ShownRow): void {
  goTo(`#/track/${trackAddressOf(row)}`);
}

/** Room of rows that are not drawn. */
function Space({ height }: { readonly height: number }): JSX.Element {
  return (
    <tbody aria-hidden="true">
      <tr>
        <td class="table-space" style={{ height: `${String(height)}px` }} />
      </tr>
    </tbody>
  );
}

/** Moves the focus to the next link or button of a row, or back to the table; returns whether there was one. */
function focusWithin(grid: HTMLElement | null, rowId: string, step: number): boolean {
  const row = document.getElementById(rowId);
  const stops = [...(row?.querySelectorAll<HTMLElement>("a, button, input") ?? [])];
  const place = stops.findIndex((stop) => stop === document.activeElement);
  const next = place === -1 && step < 0 ? stops.length - 1 : place + step;
  (stops[next] ?? grid)?.focus();
  return stops.length > 0;
}

/** Loads again what could not be loaded, when the browser is online again. */
function useRetryOnline({ failure, retry }: TrackRows): void {
  const hasFailed = failure !== null;
  useEffect(() => {
    if (!hasFailed) return undefined;
    addEventListener("online", retry);
    return () => {
      removeEventListener("online", retry);
    };
  }, [hasFailed, retry]);
}
