import type { JSX } from "preact";
import { Choice } from "../parts/choice.js";
import { orderTitle } from "../table/table-bar.js";
import { parameterName, TABLE_ORDERS, usualOrder } from "../table/table-order.js";
import { useTexts } from "../texts/language.js";

interface RecipeOrderProps {
  /** As REST has it, `-energy`; `null` for the usual one. */
  readonly order: string | null;
  readonly onOrder: (order: string | null) => void;
}

/** The orders by their names over REST. */
const FIELDS = new Map(TABLE_ORDERS.map((field) => [parameterName(field), field]));

/** Chooses the order of a recipe: the usual one, by chance, or by what is known of its tracks. */
export function RecipeOrder({ order, onOrder }: RecipeOrderProps): JSX.Element {
  const texts = useTexts();
  const isDescending = order?.startsWith("-") ?? false;
  // The seed of chance stands behind a colon.
  const name = (order ?? "").replace(/^-/, "").replace(/:.*$/, "");
  const isKnown = FIELDS.has(name) || name === "";
  const names = ["", ...FIELDS.keys(), ...(isKnown ? [] : [name])];
  const titleOf = (one: string): string => {
    const field = FIELDS.get(one);
    if (field !== undefined) return orderTitle(texts, field);
    return one === "" ? texts.filters.usualOrder : one;
  };
  return (
    <>
      <Choice
        label={texts.library.order}
        value={name}
        values={names}
        nameOf={titleOf}
        onChoose={(chosen) => {
          const field = FIELDS.get(chosen);
          const isTurned = field !== undefined && usualOrder(field).direction === "DESC";
          onOrder(chosen === "" ? null : `${isTurned ? "-" : ""}${chosen}`);
        }}
      />
      {name !== "" && FIELDS.get(name) !== "RANDOM" && (
        <Choice
          label={texts.filters.direction}
          value={isDescending ? "DESC" : "ASC"}
          values={["ASC", "DESC"]}
          nameOf={(direction) =>
            direction === "ASC" ? texts.filters.ascending : texts.filters.descending
          }
          onChoose={(direction) => {
            onOrder(direction === "DESC" ? `-${name}` : name);
          }}
        />
      )}
    </>
  );
}
