import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { AddToPlaylist } from "../keep/add-to-playlist.js";
import { formatNumber } from "../parts/formats.js";
import { setAddressOf } from "../parts/set-address.js";
import { queueLast, queueNext, playTracks } from "../player/player-store.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { Texts } from "../texts/texts.js";
import { playedTrackOf } from "./play-rows.js";
import type { ShownRow } from "./shown-track.js";
import { TABLE_COLUMNS } from "./table-columns.js";
import {
  orderName,
  shuffled,
  TABLE_ORDERS,
  turned,
  usualOrder,
  type TableOrder,
} from "./table-order.js";

interface TableBarProps {
  readonly selected: readonly ShownRow[];
  readonly chosen: readonly string[];
  readonly onChoose: (names: readonly string[]) => void;
  readonly order: TableOrder | undefined;
  readonly onOrder: ((order: TableOrder) => void) | undefined;
  readonly onCopy: () => void;
  readonly onSelectNone: () => void;
  /** Called with what was done, which is said. */
  readonly onDone: (text: string) => void;
  /** Whether the server has the tracks, so that playlists take them. */
  readonly isOfServer: boolean;
  /** What a view does with the selected rows beside. */
  readonly actions: ((rows: readonly ShownRow[]) => ComponentChildren) | undefined;
}

/** What is above a table: its order and its columns, or what is done with the rows that are selected. */
export function TableBar(props: TableBarProps): JSX.Element {
  const { selected, chosen, onChoose, order, onOrder } = props;
  const { table } = useTexts();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div class="table-bar">
      {selected.length > 0 ? (
        <SelectionBar {...props} />
      ) : (
        <>
          {order && onOrder && <OrderChoice order={order} onOrder={onOrder} />}
          <details
            class="table-columns"
            onToggle={(event) => {
              setChoosing(event.currentTarget.open);
            }}
          >
            <summary>{table.chooseColumns}</summary>
            {isChoosing && <ColumnChoice chosen={chosen} onChoose={onChoose} />}
          </details>
        </>
      )}
    </div>
  );
}

function SelectionBar(props: TableBarProps): JSX.Element {
  const { selected, onCopy, onSelectNone, onDone, isOfServer, actions } = props;
  const { table } = useTexts();
  const language = useLanguage();
  const tracks = selected.map(playedTrackOf);
  const count = formatNumber(language, selected.length);
  const isOne = selected.length === 1;
  // A set leads from one track to another.
  const [from, to] = isOfServer && tracks.length === 2 ? tracks : [];
  return (
    <div class="table-actions" role="toolbar" aria-label={table.actions}>
      <span>{table.selected(count, isOne)}</span>
      <button
        type="button"
        onClick={() => {
          playTracks(tracks);
        }}
      >
        {table.playSelected}
      </button>
      <button
        type="button"
        onClick={() => {
          queueNext(tracks);
          onDone(table.queuedNext(count, isOne));
        }}
      >
        {table.queueNext}
      </button>
      <button
        type="button"
        onClick={() => {
          queueLast(tracks);
          onDone(table.queuedLast(count, isOne));
        }}
      >
        {table.queueLast}
      </button>
      <button type="button" onClick={onCopy}>
        {table.copy}
      </button>
      {from && to && (
        <a class="button" href={setAddressOf(from.ref, to.ref)}>
          {table.setBetween}
        </a>
      )}
      {actions?.(selected)}
      <button type="button" onClick={onSelectNone}>
        {table.selectNone}
      </button>
      {isOfServer && <AddToPlaylist tracks={tracks} onDone={onDone} />}
    </div>
  );
}

interface OrderChoiceProps {
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
}

/** Chooses the order, also by what no column shows. */
function OrderChoice({ order, onOrder }: OrderChoiceProps): JSX.Element {
  const texts = useTexts();
  const id = useId();
  return (
    <span class="table-order">
      <label for={id}>{texts.library.order}</label>
      <select
        id={id}
        value={order.field}
        onChange={(event) => {
          const field = TABLE_ORDERS.find((one) => one === event.currentTarget.value);
          if (field) onOrder(field === "RANDOM" ? shuffled() : usualOrder(field));
        }}
      >
        {TABLE_ORDERS.map((field) => (
          <option key={field} value={field}>
            {orderTitle(texts, field)}
          </option>
        ))}
      </select>
      {order.field === "RANDOM" ? (
        <button
          type="button"
          onClick={() => {
            onOrder(shuffled());
          }}
        >
          {texts.table.shuffle}
        </button>
      ) : (
        <button
          type="button"
          aria-label={order.direction === "ASC" ? texts.table.ascending : texts.table.descending}
          title={texts.table.turn}
          onClick={() => {
            onOrder(turned(order));
          }}
        >
          {order.direction === "ASC" ? "↑" : "↓"}
        </button>
      )}
    </span>
  );
}

/** Returns the name of an order in the language of the reader. */
export function orderTitle(texts: Texts, field: TableOrder["field"]): string {
  const { orders } = texts.table;
  const known: Readonly<Record<string, string>> = {
    ...texts.fields,
    ...texts.conditions.names,
    ...orders,
  };
  const column = TABLE_COLUMNS.find(({ order }) => order === field);
  return column?.title(texts) ?? known[orderName(field)] ?? field;
}

interface ColumnChoiceProps {
  readonly chosen: readonly string[];
  readonly onChoose: (names: readonly string[]) => void;
}

function ColumnChoice({ chosen, onChoose }: ColumnChoiceProps): JSX.Element {
  const texts = useTexts();
  return (
    <div class="table-choices" role="group" aria-label={texts.table.chooseColumns}>
      {TABLE_COLUMNS.map(({ name, title }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) => {
              const names = TABLE_COLUMNS.map((column) => column.name);
              const isChosen = event.currentTarget.checked;
              onChoose(names.filter((one) => (one === name ? isChosen : chosen.includes(one))));
            }}
          />
          {title(texts)}
        </label>
      ))}
    </div>
  );
}
