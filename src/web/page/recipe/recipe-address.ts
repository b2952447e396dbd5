import { queryWith, type AddressCodec } from "../address/address.js";
import { statedIn, type TrackConditions } from "../conditions/track-conditions.js";

/** What a recipe has beside its conditions, as REST has it. */
export interface RecipeDetails {
  /** `-energy`; `null` for the usual one. */
  readonly order: string | null;
  /** The maximum number of its tracks. */
  readonly length: number;
  readonly seeds: readonly string[];
  readonly exclude: readonly string[];
}

/** What a recipe is to have. */
export interface RecipeState extends Pick<TrackConditions, "stated"> {
  /** The id of its playlist. */
  readonly id: string;
  /** What else is to be another than it was. */
  readonly changed: Partial<RecipeDetails>;
}

/** Says in an address that there is none. */
const NONE = "none";

/** `#/recipe/pl_0123456789abcdef?genre=Waltz&tempo.gte=90&order=-energy&seeds=rec:…,rec:…`, with the parameters of the REST API. */
export const recipeAddress: AddressCodec<RecipeState> = {
  read: ({ argument, query }) => {
    const [order, seeds, exclude] = ["order", "seeds", "exclude"].map((name) => query.get(name));
    const length = Number(query.get("length") ?? 0);
    return {
      id: argument,
      stated: statedIn(query),
      changed: {
        ...(order && { order: order === NONE ? null : order }),
        ...(seeds && { seeds: listIn(seeds) }),
        ...(exclude && { exclude: listIn(exclude) }),
        ...(Number.isInteger(length) && length > 0 && { length }),
      },
    };
  },
  write: ({ id, stated, changed: { order, length, seeds, exclude } }) => ({
    argument: id,
    query: queryWith({
      ...stated,
      order: order === null ? NONE : (order ?? ""),
      length: String(length ?? ""),
      seeds: listText(seeds),
      exclude: listText(exclude),
    }),
  }),
};

const listIn = (text: string): readonly string[] => (text === NONE ? [] : text.split(","));

const listText = (refs: readonly string[] | undefined): string =>
  refs?.length === 0 ? NONE : (refs ?? []).join();
