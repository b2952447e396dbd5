import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { goTo, shownAddress } from "../address/address-store.js";
import { MAX_RECIPE_LENGTH } from "../keep/use-playlists.js";
import { Notice } from "../parts/notice.js";
import { useSession } from "../session/session.js";
import { useTexts } from "../texts/language.js";
import { recipeAddress, type RecipeDetails } from "./recipe-address.js";
import { RecipeOrder } from "./recipe-order.js";
import { RecipeTracks } from "./recipe-tracks.js";
import { changeOf, saveRecipe, type RecipeChange, type StoredRecipe } from "./recipe.js";
import type { OpenRecipe } from "./use-recipe.js";

interface RecipeFormProps {
  readonly recipe: StoredRecipe;
  /** What it is to be. */
  readonly chosen: RecipeChange;
  readonly state: OpenRecipe;
  readonly onChange: (part: Partial<RecipeDetails>) => void;
}

/** What a recipe has beside its conditions, with the button that saves all of it. */
export function RecipeForm({ recipe, chosen, state, onChange }: RecipeFormProps): JSX.Element {
  const { filters, keep } = useTexts();
  const { mayWrite } = useSession();
  const { isWorking, start } = state;
  const playlist = `#/playlist/${recipe.id}`;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // What was typed last is in the address, and may not be drawn yet.
    const changed = changeOf(recipe, recipeAddress.read(shownAddress()));
    start(async () => {
      await saveRecipe(recipe, changed);
      goTo(playlist);
    });
  };
  return (
    <section class="part-card" aria-label={filters.recipe(recipe.name)}>
      <div class="recipe-parts">
        <RecipeTracks
          title={filters.seeds}
          label={filters.addSeed}
          refs={chosen.seeds}
          isWorking={isWorking}
          onChange={(seeds) => {
            onChange({ seeds });
          }}
        />
        <RecipeTracks
          title={filters.excluded}
          label={filters.addExcluded}
          refs={chosen.exclude}
          isWorking={isWorking}
          onChange={(exclude) => {
            onChange({ exclude });
          }}
        />
      </div>
      {!mayWrite && <Notice>{keep.mayNot}</Notice>}
      <form class="keep-name" onSubmit={submit}>
        <RecipeOrder
          order={chosen.order}
          onOrder={(order) => {
            onChange({ order });
          }}
        />
        <LengthField
          length={chosen.length}
          onLength={(length) => {
            onChange({ length });
          }}
        />
        <button type="submit" class="primary" disabled={isWorking || !mayWrite}>
          {filters.saveRecipe}
        </button>
        <a href={playlist}>{filters.leaveRecipe}</a>
      </form>
    </section>
  );
}

interface LengthFieldProps {
  readonly length: number;
  readonly onLength: (length: number) => void;
}

/** The field of the maximum number of tracks. What is typed and is none stays, so that the browser says so. */
function LengthField({ length, onLength }: LengthFieldProps): JSX.Element {
  const { keep } = useTexts();
  const [typed, setTyped] = useState(String(length));
  const isShown = Number(typed) === length || lengthIn(typed) === undefined;
  return (
    <label class="part-field keep-length">
      {keep.length}
      <input
        name="length"
        type="number"
        required
        min={1}
        max={MAX_RECIPE_LENGTH}
        value={isShown ? typed : String(length)}
        onInput={(event) => {
          const text = event.currentTarget.value;
          const next = lengthIn(text);
          setTyped(text);
          if (next !== undefined) onLength(next);
        }}
      />
    </label>
  );
}

function lengthIn(text: string): number | undefined {
  const length = Number(text);
  return Number.isInteger(length) && length >= 1 && length <= MAX_RECIPE_LENGTH
    ? length
    : undefined;
}
