import { dataOf, send, sendJson } from "../graphql/request.js";
import type { RecipeDetails, RecipeState } from "./recipe-address.js";
import { filterWith, type StoredFilter } from "./recipe-filter.js";

/** A playlist as REST takes it, which is replaced whole. */
interface PlaylistWish extends RecipeDetails {
  readonly name: string;
  readonly note: string;
  readonly revision: number;
  readonly filter: StoredFilter;
  readonly from: string | null;
  readonly to: string | null;
  readonly spreadArtists: boolean | null;
  readonly isWritten: boolean;
}

/** A playlist with its recipe, as REST has it. */
export interface StoredRecipe extends PlaylistWish {
  readonly id: string;
  readonly kind: string;
}

/** Over REST, whose answer is what a change takes: over GraphQL, each condition would have to be named in both directions. */
const pathOf = (id: string): string => `api/audio/playlists/${id}`;

/** @throws {RequestFailure} there is no such playlist, or it could not be read */
export async function loadRecipe(id: string, signal: AbortSignal): Promise<StoredRecipe> {
  return dataOf(await send(pathOf(id), { signal }));
}

/** What a reader changes of a recipe. */
export type RecipeChange = RecipeDetails & Pick<StoredRecipe, "filter">;

/** Returns what a recipe is to be, by what an address changes of it. */
export function changeOf(
  { order, length, seeds, exclude, filter }: StoredRecipe,
  { stated, changed }: Pick<RecipeState, "stated" | "changed">,
): RecipeChange {
  return { order, length, seeds, exclude, ...changed, filter: filterWith(filter, stated) };
}

/**
 * Gives a playlist other conditions, another order and length, and other tracks that it sounds like or leaves out.
 *
 * @throws {RequestFailure} it was changed since it was read, or the server refused it
 */
export async function saveRecipe(recipe: StoredRecipe, changed: RecipeChange): Promise<void> {
  const { id, name, note, revision, from, to, spreadArtists, isWritten } = recipe;
  const wish: PlaylistWish = {
    ...{ name, note, revision, from, to, spreadArtists, isWritten },
    ...changed,
  };
  await sendJson("PUT", pathOf(id), wish);
}
