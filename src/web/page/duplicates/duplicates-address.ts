import { oneOf, queryWith, type AddressCodec } from "../address/address.js";

/** The conditions on groups, as they are chosen. */
export interface GroupConditions {
  readonly kind: "" | "COPIES" | "SAME_PERFORMANCE";
  readonly minScore: number;
  readonly folder: string;
  readonly order: "BYTES" | "NAME";
}

export const GROUP_KINDS: readonly GroupConditions["kind"][] = ["", "COPIES", "SAME_PERFORMANCE"];
export const GROUP_ORDERS: readonly GroupConditions["order"][] = ["BYTES", "NAME"];
export const GROUP_SCORES = [0.5, 0.7, 0.9, 0.95];

const FIRST_SCORE = 0.5;

/** `#/duplicates?kind=COPIES&score=0.9&folder=FOLDER&sort=NAME`. */
export const duplicatesAddress: AddressCodec<GroupConditions> = {
  read: ({ query }) => ({
    kind: oneOf(query.get("kind"), GROUP_KINDS, ""),
    minScore: GROUP_SCORES.find((score) => String(score) === query.get("score")) ?? FIRST_SCORE,
    folder: query.get("folder") ?? "",
    order: oneOf(query.get("sort"), GROUP_ORDERS, "BYTES"),
  }),
  write: ({ kind, minScore, folder, order }) => ({
    query: queryWith({
      kind,
      score: minScore === FIRST_SCORE ? "" : String(minScore),
      folder,
      sort: order === "BYTES" ? "" : order,
    }),
  }),
};
