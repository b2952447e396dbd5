import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import {
  EditPlaylistDocument,
  KeepPlaylistDocument,
  type KeepPlaylistMutationVariables,
} from "../generated/documents.js";
import { request, RequestFailure } from "../graphql/request.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useWork } from "../parts/use-work.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { MAX_RECIPE_LENGTH, type PlaylistFacts } from "./use-playlists.js";

/** What a playlist is made of, without its name: tracks, or a recipe. */
export type KeptTracks = Omit<KeepPlaylistMutationVariables["input"], "name">;

interface PlaylistFormProps {
  readonly kept: KeptTracks;
}

const MAX_NAME = 200;

/** A form that keeps tracks, or a recipe of them, as a playlist under a name. */
export function PlaylistForm({ kept }: PlaylistFormProps): JSX.Element {
  const { keep } = useTexts();
  const { start, isWorking, failure } = useWork();
  const [playlist, setPlaylist] = useState<PlaylistFacts | null>(null);
  const isRecipe = kept.tracks === undefined;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = form.get("name");
    if (typeof name !== "string" || name.trim() === "") return;
    setPlaylist(null);
    const input = { ...kept, name: name.trim() };
    const length = Number(form.get("length"));
    const isFrozen = form.has("frozen");
    start(async () => {
      setPlaylist(
        await (isRecipe ? keepRecipe({ ...input, length }, isFrozen) : keepTracks(input)),
      );
    });
  };
  const mayNot = failure instanceof RequestFailure && failure.code === "FORBIDDEN";
  return (
    <form class="keep-form" onSubmit={submit}>
      <h3 class="keep-title">{keep.saveAs}</h3>
      <p class="keep-hint">{isRecipe ? keep.saveHint : keep.saveTracksHint}</p>
      <div class="keep-name">
        <label class="part-field">
          {keep.name}
          <input name="name" required maxLength={MAX_NAME} dir="auto" autocomplete="off" />
        </label>
        {isRecipe && (
          <label class="part-field keep-length">
            {keep.length}
            <input
              name="length"
              type="number"
              required
              min={1}
              max={MAX_RECIPE_LENGTH}
              defaultValue="50"
            />
          </label>
        )}
        <button type="submit" disabled={isWorking}>
          {keep.save}
        </button>
      </div>
      {isRecipe && (
        <label class="keep-frozen">
          <input name="frozen" type="checkbox" /> {keep.frozen}
        </label>
      )}
      {mayNot && <Notice>{keep.mayNot}</Notice>}
      {failure !== null && !mayNot && <FailureNotice failure={failure} />}
      <p class="keep-hint" role="status" dir="auto">
        {playlist && <SavedPlaylist playlist={playlist} />}
      </p>
    </form>
  );
}

function SavedPlaylist({ playlist }: { readonly playlist: PlaylistFacts }): JSX.Element {
  const { keep } = useTexts();
  const language = useLanguage();
  const { id, name, length, trackCount } = playlist;
  const text =
    trackCount === null
      ? keep.saved(name, formatNumber(language, length))
      : keep.savedTracks(name, formatNumber(language, trackCount));
  return (
    <>
      {text} <a href={`#/playlist/${id}`}>{keep.open}</a>
    </>
  );
}

async function keepTracks(input: KeepPlaylistMutationVariables["input"]): Promise<PlaylistFacts> {
  const { savePlaylist } = await request(KeepPlaylistDocument, { input });
  return savePlaylist;
}

/** Keeps a recipe, and with it the tracks that it finds now where these are to stay. */
async function keepRecipe(
  input: KeepPlaylistMutationVariables["input"],
  isFrozen: boolean,
): Promise<PlaylistFacts> {
  const kept = await keepTracks(input);
  if (!isFrozen) return kept;
  const { id, revision } = kept;
  const { editPlaylist } = await request(EditPlaylistDocument, {
    input: { id, revision, isFrozen },
  });
  return editPlaylist;
}
