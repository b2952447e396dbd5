import type { JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { goTo } from "../address/address-store.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useWork } from "../parts/use-work.js";
import { useTexts } from "../texts/language.js";
import type { Conditions } from "./conditions.js";
import { isRecipeOfConditions } from "../keep/use-playlists.js";
import { filterWith, otherConditions } from "./recipe-filter.js";
import { RecipeOrder } from "./recipe-order.js";
import { RecipeTracks } from "./recipe-tracks.js";
import { loadRecipe, saveRecipe, type RecipeChange, type StoredRecipe } from "./recipe.js";

export interface RecipeFormProps {
  /** That of a playlist. */
  readonly id: string;
  /** What the reader has chosen by the controls of the view. */
  readonly conditions: Conditions;
}

const MAX_LENGTH = 1000;

/** Gives a playlist that is a recipe the conditions of the view, and an order and tracks that are chosen here. */
export function RecipeForm({ id, conditions }: RecipeFormProps): JSX.Element {
  const { filters, keep } = useTexts();
  const [recipe, setRecipe] = useState<StoredRecipe | null>(null);
  const [changed, setChanged] = useState<Partial<RecipeChange>>({});
  const { start, isWorking, failure } = useWork();
  const read = (signal: AbortSignal): void => {
    start(async () => {
      const loaded = await loadRecipe(id, signal);
      if (!signal.aborted) setRecipe(loaded);
    });
  };
  useEffect(() => {
    const abort = new AbortController();
    read(abort.signal);
    return () => {
      abort.abort();
    };
  }, []);
  const playlist = `#/playlist/${id}`;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const length = Number(new FormData(event.currentTarget).get("length"));
    if (recipe === null) return;
    start(async () => {
      await saveRecipe(id, recipe, {
        ...{ order: recipe.order, seeds: recipe.seeds, exclude: recipe.exclude, ...changed },
        ...{ filter: filterWith(recipe.filter, conditions), length },
      });
      goTo(playlist);
    });
  };
  const others = recipe === null ? [] : otherConditions(recipe.filter);
  return (
    <section class="part-card" aria-labelledby="filters-recipe">
      <h2 id="filters-recipe" class="part-title" dir="auto">
        {filters.recipe(recipe?.name ?? "…")}
      </h2>
      {failure !== null && (
        <FailureNotice
          failure={failure}
          onRetry={() => {
            read(new AbortController().signal);
          }}
        />
      )}
      {recipe !== null && !isRecipeOfConditions(recipe) && <Notice>{filters.noRecipe}</Notice>}
      {recipe !== null && isRecipeOfConditions(recipe) && (
        <>
          <p class="keep-hint filters-recipe-hint">
            {filters.recipeHint} {others.length > 0 && filters.otherConditions}{" "}
            {others.map((condition) => (
              <code key={condition} class="part-chip">
                {condition}
              </code>
            ))}
          </p>
          <div class="filters-recipe-parts">
            <RecipeTracks
              title={filters.seeds}
              label={filters.addSeed}
              refs={changed.seeds ?? recipe.seeds}
              isWorking={isWorking}
              onChange={(seeds) => {
                setChanged({ ...changed, seeds });
              }}
            />
            <RecipeTracks
              title={filters.excluded}
              label={filters.addExcluded}
              refs={changed.exclude ?? recipe.exclude}
              isWorking={isWorking}
              onChange={(exclude) => {
                setChanged({ ...changed, exclude });
              }}
            />
          </div>
          <form class="keep-name" onSubmit={submit}>
            <RecipeOrder
              order={changed.order === undefined ? recipe.order : changed.order}
              onOrder={(order) => {
                setChanged({ ...changed, order });
              }}
            />
            <label key={recipe.revision} class="part-field keep-length">
              {keep.length}
              <input
                name="length"
                type="number"
                required
                min={1}
                max={MAX_LENGTH}
                defaultValue={String(recipe.length)}
              />
            </label>
            <button type="submit" class="primary" disabled={isWorking}>
              {filters.saveRecipe}
            </button>
            <a href={playlist}>{filters.leaveRecipe}</a>
          </form>
        </>
      )}
    </section>
  );
}
