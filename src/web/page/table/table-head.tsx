import type { ComponentChildren, JSX } from "preact";
import { useTexts } from "../texts/language.js";
import type { ShownRow } from "./shown-track.js";
import type { TableColumn } from "./table-columns.js";
import { turned, usualOrder, type TableOrder } from "./table-order.js";

/** A column that a view adds to a table. */
export interface ExtraColumn {
  readonly title: string;
  readonly cell: (row: ShownRow) => ComponentChildren;
}

interface TableHeadProps {
  readonly columns: readonly TableColumn[];
  /** The column that a phone shows. */
  readonly kept: TableColumn | undefined;
  readonly order: TableOrder | undefined;
  readonly onOrder: ((order: TableOrder) => void) | undefined;
  readonly extra: ExtraColumn | undefined;
}

/** The headings of a table, by which it is ordered where it can be. */
export function TableHead({ columns, kept, order, onOrder, extra }: TableHeadProps): JSX.Element {
  const texts = useTexts();
  const headed = (title: string, field: TableOrder["field"]): JSX.Element => (
    <Heading title={title} field={field} order={order} onOrder={onOrder} />
  );
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td class="table-check" />
        <th scope="col" class="table-names" aria-sort={sortOf(order, "TRACK_NAME")}>
          {headed(texts.library.track, "TRACK_NAME")}
        </th>
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            class={cellClass(column, kept)}
            aria-sort={sortOf(order, column.order)}
          >
            {headed(column.title(texts), column.order)}
          </th>
        ))}
        {extra && (
          <th scope="col" class="table-extra">
            {extra.title}
          </th>
        )}
      </tr>
    </thead>
  );
}

/** Returns the class of the cells of a column. */
export const cellClass = (column: TableColumn, kept: TableColumn | undefined): string =>
  [column.isNumber ? "table-number" : "", column === kept ? "table-kept" : "table-more"]
    .filter((name) => name !== "")
    .join(" ");

function sortOf(
  order: TableOrder | undefined,
  field: TableOrder["field"],
): "ascending" | "descending" | undefined {
  if (order?.field !== field) return undefined;
  return order.direction === "ASC" ? "ascending" : "descending";
}

interface HeadingProps extends Pick<TableHeadProps, "order" | "onOrder"> {
  readonly title: string;
  readonly field: TableOrder["field"];
}

function Heading({ title, field, order, onOrder }: HeadingProps): JSX.Element {
  if (!order || !onOrder) return <>{title}</>;
  const isOrdered = order.field === field;
  return (
    <button
      type="button"
      class="table-heading"
      onClick={() => {
        onOrder(isOrdered ? turned(order) : usualOrder(field));
      }}
    >
      {title}
      <span aria-hidden="true">{isOrdered && (order.direction === "ASC" ? " ↑" : " ↓")}</span>
    </button>
  );
}
