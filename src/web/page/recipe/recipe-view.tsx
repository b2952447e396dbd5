import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAddressState, useTitle } from "../address/use-address.js";
import { ConditionFields } from "../conditions/condition-fields.js";
import { withStated } from "../conditions/track-conditions.js";
import { useCountedValues } from "../conditions/use-counted-values.js";
import { isRecipeOfConditions } from "../keep/use-playlists.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { orderOf, orderParameter } from "../table/table-order.js";
import { CountedTracks } from "../table/counted-tracks.js";
import { TrackTable } from "../table/track-table.js";
import { useListedRows } from "../table/use-listed-rows.js";
import { useTexts } from "../texts/language.js";
import { recipeAddress, type RecipeDetails } from "./recipe-address.js";
import { graphqlFilterOf, otherConditions } from "./recipe-filter.js";
import { RecipeForm } from "./recipe-form.js";
import { changeOf, type StoredRecipe } from "./recipe.js";
import { useRecipe, type OpenRecipe } from "./use-recipe.js";
import "../keep/keep.css";
import "../parts/parts.css";
import "./recipe.css";

/** The view that changes a playlist that is a recipe: its conditions, its order, and the tracks that it names. */
export function RecipeView({ argument }: { readonly argument: string }): JSX.Element {
  return <ChangedRecipe key={argument} id={argument} />;
}

function ChangedRecipe({ id }: { readonly id: string }): JSX.Element {
  const { filters, playlists } = useTexts();
  const state = useRecipe(id);
  const { recipe, failure, reload } = state;
  useTitle(recipe?.name ?? "");
  return (
    <section>
      <p class="track-back">
        <a href={`#/playlist/${id}`}>{filters.leaveRecipe}</a>
      </p>
      <h1 dir="auto">
        {recipe === null ? playlists.changeConditions : filters.recipe(recipe.name)}
      </h1>
      {failure !== null && <FailureNotice failure={failure} onRetry={reload} />}
      {recipe === null && failure === null && <Notice>{playlists.loading}</Notice>}
      {recipe !== null && !isRecipeOfConditions(recipe) && <Notice>{filters.noRecipe}</Notice>}
      {recipe !== null && isRecipeOfConditions(recipe) && (
        <RecipeParts recipe={recipe} state={state} />
      )}
    </section>
  );
}

interface RecipePartsProps {
  readonly recipe: StoredRecipe;
  readonly state: OpenRecipe;
}

/** The conditions and the tracks that meet them, and the form with everything else. */
function RecipeParts({ recipe, state }: RecipePartsProps): JSX.Element {
  const { filters } = useTexts();
  const [wanted, setWanted] = useAddressState(recipeAddress);
  const { stated, changed } = wanted;
  const change = (part: Partial<RecipeDetails>): void => {
    const [field = ""] = Object.keys(part);
    setWanted({ ...wanted, changed: { ...changed, ...part } }, field);
  };
  const chosen = changeOf(recipe, wanted);
  const filter = useMemo(() => graphqlFilterOf(chosen.filter), [recipe, stated]);
  const order = orderOf(chosen.order);
  const rows = useListedRows({ filter, order }, 0);
  const { count } = rows;
  const others = otherConditions(recipe.filter);
  return (
    <>
      <section class="part-card" aria-labelledby="recipe-tracks">
        <h2 id="recipe-tracks" class="part-title">
          {filters.tracks}
        </h2>
        <p class="keep-hint">
          {filters.recipeHint} {others.length > 0 && filters.otherConditions}{" "}
          {others.map((condition) => (
            <code key={condition} class="part-chip">
              {condition}
            </code>
          ))}
        </p>
        <ConditionFields
          stated={stated}
          valuesOf={useCountedValues(0)}
          onState={(parameter, value) => {
            setWanted({ ...wanted, stated: withStated(stated, parameter, value) }, parameter);
          }}
        />
        <p role="status" class="keep-hint recipe-count">
          <CountedTracks count={count} none={filters.noTracks} />
        </p>
        <TrackTable
          label={filters.tracks}
          rows={rows}
          list={JSON.stringify([filter, order])}
          order={order}
          onOrder={(next) => {
            change({ order: orderParameter(next) });
          }}
        />
      </section>
      <RecipeForm recipe={recipe} chosen={chosen} state={state} onChange={change} />
    </>
  );
}
