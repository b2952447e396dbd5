import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import {
  KeepPlaylistDocument,
  type KeepPlaylistMutationVariables,
} from "../generated/documents.js";
import { request, RequestFailure } from "../graphql/request.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";

/** What a playlist is made of, without its name. */
export type KeptRecipe = Omit<KeepPlaylistMutationVariables["input"], "name">;

interface PlaylistFormProps {
  /** Without a length, the form asks for one. */
  readonly recipe: KeptRecipe;
}

const MAX_NAME = 200;
const MAX_LENGTH = 1000;

/** A form that keeps a recipe of tracks as a playlist under a name. */
export function PlaylistForm({ recipe }: PlaylistFormProps): JSX.Element {
  const { keep } = useTexts();
  const language = useLanguage();
  const [failure, setFailure] = useState<unknown>(null);
  const [kept, setKept] = useState<{ readonly name: string; readonly length: number } | null>(null);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name, length] = [form.get("name"), Number(form.get("length") ?? recipe.length)];
    if (typeof name !== "string" || name.trim() === "") return;
    setFailure(null);
    setKept(null);
    request(KeepPlaylistDocument, { input: { ...recipe, length, name: name.trim() } }).then(
      ({ savePlaylist }) => {
        setKept(savePlaylist);
      },
      setFailure,
    );
  };
  const mayNot = failure instanceof RequestFailure && failure.code === "FORBIDDEN";
  return (
    <form class="keep-form" onSubmit={submit}>
      <h3 class="keep-title">{keep.saveAs}</h3>
      <p class="keep-hint">{keep.saveHint}</p>
      <div class="keep-name">
        <label class="part-field">
          {keep.name}
          <input name="name" required maxLength={MAX_NAME} dir="auto" autocomplete="off" />
        </label>
        {recipe.length === undefined && (
          <label class="part-field keep-length">
            {keep.length}
            <input
              name="length"
              type="number"
              required
              min={1}
              max={MAX_LENGTH}
              defaultValue="50"
            />
          </label>
        )}
        <button type="submit">{keep.save}</button>
      </div>
      {mayNot && <Notice>{keep.mayNot}</Notice>}
      {failure !== null && !mayNot && <FailureNotice failure={failure} />}
      <p class="keep-hint" role="status" dir="auto">
        {kept && keep.saved(kept.name, formatNumber(language, kept.length))}
      </p>
    </form>
  );
}
