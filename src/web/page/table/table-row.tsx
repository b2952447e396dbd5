import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { NameLinks } from "../parts/name-links.js";
import { trackAddressOf } from "../parts/track-address.js";
import { TrackCover } from "../parts/track-cover.js";
import type { TrackTarget } from "../player/dragged-tracks.js";
import { PlayerIcon } from "../player/player-icon.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { ShownRow } from "./shown-track.js";
import type { TableColumn } from "./table-columns.js";
import { cellClass, type ExtraColumn } from "./table-head.js";

/** What is done with a row by the pointer. */
export interface RowActions {
  readonly onPress: (index: number, event: MouseEvent) => void;
  readonly onToggle: (index: number) => void;
  readonly onPlay: (index: number) => void;
  readonly onDrag: (index: number, event: DragEvent) => void;
  readonly onPoint: (index: number) => void;
  /** Opens the files of the reader; `undefined` for tracks, which have a view of their own. */
  readonly onOpen: ((row: ShownRow) => void) | undefined;
  /** Returns what takes tracks before a row; `undefined` where the list takes none. */
  readonly targetAt: (index: number) => TrackTarget | undefined;
}

interface TableRowProps {
  readonly id: string;
  readonly index: number;
  /** `undefined` while it is loaded, `null` where its track is gone. */
  readonly row: ShownRow | null | undefined;
  readonly columns: readonly TableColumn[];
  /** The column that a phone shows. */
  readonly kept: TableColumn | undefined;
  readonly extra: ExtraColumn | undefined;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Whether the player has it. */
  readonly isPlayed: boolean;
  /** Whether something is held above it that would be put before it. */
  readonly isOver: boolean;
  /** Those of now; a row that is drawn already calls them. */
  readonly actions: { readonly current: RowActions };
}

/** A row of the table: a track, or the place of one that is not loaded. It is drawn anew only where it has changed. */
export function TableRow(props: TableRowProps): JSX.Element {
  const { id, index, row, columns, kept, extra, isActive } = props;
  const { isSelected, isPlayed, isOver, actions } = props;
  const texts = useTexts();
  const language = useLanguage();
  return useMemo(
    () => (row ? <LoadedRow {...props} row={row} /> : <PlaceOfRow {...props} row={row} />),
    [
      ...[id, index, row, columns, kept, extra, isActive, isSelected, isPlayed, isOver, actions],
      ...[texts, language],
    ],
  );
}

function PlaceOfRow({ id, index, row, columns, kept, extra }: TableRowProps): JSX.Element {
  const { table: texts } = useTexts();
  return (
    <tr id={id} class="table-row" aria-rowindex={index + 2} aria-busy={row === undefined}>
      <td class="table-check" />
      <th scope="row" class="table-names">
        {row === null ? texts.gone : <span class="table-loading">{texts.loading}</span>}
      </th>
      {columns.map((column) => (
        <td key={column.name} class={cellClass(column, kept)} />
      ))}
      {extra && <td class="table-extra" />}
    </tr>
  );
}

function LoadedRow(props: TableRowProps & { readonly row: ShownRow }): JSX.Element {
  const { id, index, row, columns, kept, extra } = props;
  const { isActive, isSelected, isPlayed, isOver, actions } = props;
  const texts = useTexts();
  const language = useLanguage();
  const { trackName, artist, album, thumbnailUrl } = row;
  const { onOpen } = actions.current;
  return (
    <tr
      id={id}
      class={`table-row ${isActive ? "table-active" : ""} ${isOver ? "table-over" : ""}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isPlayed ? "true" : undefined}
      draggable={!onOpen}
      onClick={(event) => {
        actions.current.onPress(index, event);
      }}
      onDblClick={() => {
        actions.current.onPlay(index);
      }}
      onDragStart={(event) => {
        actions.current.onDrag(index, event);
      }}
      onDragOver={(event) => {
        actions.current.targetAt(index)?.onDragOver(event);
      }}
      onDrop={(event) => {
        actions.current.targetAt(index)?.onDrop(event);
      }}
      onPointerEnter={() => {
        actions.current.onPoint(index);
      }}
    >
      <td class="table-check">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={texts.table.select(trackName)}
          onClick={(event) => {
            event.stopPropagation();
          }}
          onChange={() => {
            actions.current.onToggle(index);
          }}
        />
      </td>
      <th scope="row" class="table-names">
        <span class="table-track">
          <button
            type="button"
            class="table-play"
            tabIndex={-1}
            aria-label={texts.table.play(trackName)}
            onClick={(event) => {
              event.stopPropagation();
              actions.current.onPlay(index);
            }}
          >
            <TrackCover url={thumbnailUrl} size="small" />
            <PlayerIcon name="play" />
          </button>
          <span class="table-title" title={`${trackName}\n${artist}`}>
            {onOpen ? (
              <OpenButton name={trackName} onPress={() => actions.current.onOpen?.(row)} />
            ) : (
              <a
                class="table-link"
                href={`#/track/${trackAddressOf(row)}`}
                dir="auto"
                tabIndex={-1}
              >
                {trackName}
              </a>
            )}
            <span class="table-by part-names">
              {onOpen ? <bdi>{artist}</bdi> : <NameLinks artist={artist} album={album} isInGrid />}
            </span>
          </span>
        </span>
      </th>
      {columns.map((column) => (
        <td key={column.name} class={cellClass(column, kept)} dir="auto">
          {column.shown(row, texts, language)}
        </td>
      ))}
      {extra && <td class="table-extra">{extra.cell(row)}</td>}
    </tr>
  );
}

/** The name of a file of the reader, which opens it. */
function OpenButton(props: { readonly name: string; readonly onPress: () => void }): JSX.Element {
  return (
    <button type="button" class="table-link" dir="auto" tabIndex={-1} onClick={props.onPress}>
      {props.name}
    </button>
  );
}
