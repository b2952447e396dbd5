import { type Expression, expressionBuilder, sql, type SqlBool } from "kysely";
import { estimateFields } from "../../domain/analysis.js";
import type {
  CataloguePosition,
  Range,
  TrackFilter,
  TrackOrder,
} from "../../domain/catalogue-query.js";
import type { AnalysesTable } from "./analysis-row.js";
import { foldText } from "./resemblance/folded-text.js";

const build = expressionBuilder<{ readonly analyses: AnalysesTable }, "analyses">();

/** The column that a field is ordered by: names without regard to case and diacritics. */
export function orderColumn(field: TrackOrder["field"]): keyof AnalysesTable {
  if (field === "artist") return "artistFolded";
  return field === "trackName" ? "trackNameFolded" : field;
}

/** The condition that an analysis passes the filter; every word may be in artist or title. */
export function passes(filter: TrackFilter): Expression<SqlBool> {
  const words = foldText(filter.text ?? "").split(" ");
  return build.and([
    ...within("durationMs", filter.durationMs),
    ...estimateFields.flatMap((field) => within(field, filter.estimates?.[field])),
    ...words.filter((word) => word !== "").map((word) => isInNames(word)),
  ]);
}

function within(column: keyof AnalysesTable, range: Range = {}) {
  return [
    ...(range.gte === undefined ? [] : [build(column, ">=", range.gte)]),
    ...(range.lte === undefined ? [] : [build(column, "<=", range.lte)]),
  ];
}

function isInNames(word: string): Expression<SqlBool> {
  const pattern = `%${word.replace(/[\\%_]/gu, "\\$&")}%`;
  return sql<SqlBool>`${build.ref("namesFolded")} like ${pattern} escape ${sql.lit("\\")}`;
}

/**
 * The condition that a row stands behind a position in an order, or before it. Absent values
 * stand last in either direction, ties by track key ascending.
 */
export function stands(
  side: "behind" | "before",
  order: TrackOrder,
  position: CataloguePosition,
): Expression<SqlBool> {
  const column = orderColumn(order.field);
  const value = typeof position.value === "string" ? foldText(position.value) : position.value;
  const keyComparison = build("trackKey", side === "behind" ? ">" : "<", position.trackKey);

  if (value === null) {
    const isTied = build.and([build(column, "is", null), keyComparison]);
    return side === "behind" ? isTied : build.or([build(column, "is not", null), isTied]);
  }
  const isUpwards = (order.direction === "asc") === (side === "behind");
  const isBeyond = build(column, isUpwards ? ">" : "<", value);
  const isTied = build.and([build(column, "=", value), keyComparison]);
  return side === "behind"
    ? build.or([isBeyond, isTied, build(column, "is", null)])
    : build.or([isBeyond, isTied]);
}
