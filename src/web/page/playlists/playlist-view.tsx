import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { fragmentOf } from "../address/address.js";
import { goTo } from "../address/address-store.js";
import { useTitle } from "../address/use-address.js";
import {
  CopyPlaylistDocument,
  DeletePlaylistDocument,
  UndoPlaylistDocument,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { ExportButtons } from "../keep/export-buttons.js";
import { hasRows, isRecipeOfConditions, type PlaylistFacts } from "../keep/use-playlists.js";
import { formatDate } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useSession } from "../session/session.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { LoadedPlaylist } from "./load-playlist.js";
import { PlaylistTable } from "./playlist-table.js";
import { playlistWords } from "./playlist-words.js";
import { DeletedNotice, playPlaylist } from "./playlists-view.js";
import { ServersCard } from "./servers-card.js";
import { usePlaylist, type PlaylistState } from "./use-playlist.js";
import "../keep/keep.css";
import "../parts/parts.css";
import "./playlists.css";

/** The view of one playlist. */
export function PlaylistView({ argument }: { readonly argument: string }): JSX.Element {
  return <OpenPlaylist key={argument} id={argument} />;
}

function OpenPlaylist({ id }: { readonly id: string }): JSX.Element {
  const { playlists: texts } = useTexts();
  const { mayWrite } = useSession();
  const state = usePlaylist(id);
  const { loaded, problem, failure, isWorking, send, reload } = state;
  const [isDeleted, setDeleted] = useState(false);
  useTitle(loaded?.facts.name ?? "");
  return (
    <section>
      <p class="track-back">
        <a href="#/playlists">{texts.heading}</a>
      </p>
      {problem !== null && <FailureNotice failure={problem} onRetry={reload} />}
      {failure !== null && (
        <FailureNotice failure={failure} onRetry={isDeleted ? undefined : reload} />
      )}
      {loaded === null && problem === null && <Notice>{texts.loading}</Notice>}
      {loaded && isDeleted && (
        <DeletedNotice
          name={loaded.facts.name}
          isWorking={isWorking}
          onUndo={() => {
            send(async () => {
              // Whatever its revision is: what was deleted may be newer than what was seen.
              await request(UndoPlaylistDocument, { id });
              setDeleted(false);
            });
          }}
        />
      )}
      {loaded && !isDeleted && (
        <>
          <PlaylistHead
            loaded={loaded}
            state={state}
            onDeleted={() => {
              setDeleted(true);
            }}
          />
          <PlaylistTable loaded={loaded} state={state} />
          {mayWrite && <ServersCard id={id} revision={loaded.facts.revision} />}
          <section class="part-card">
            <ExportButtons
              path={`api/audio/playlists/${id}/tracks`}
              fileName={loaded.facts.name.replace(/[/\\:*?"<>|]/g, "-")}
            />
          </section>
        </>
      )}
    </section>
  );
}

interface PlaylistHeadProps {
  readonly loaded: LoadedPlaylist;
  readonly state: PlaylistState;
  readonly onDeleted: () => void;
}

/** What a playlist is, and what is done with it as a whole. */
function PlaylistHead({ loaded, state, onDeleted }: PlaylistHeadProps): JSX.Element {
  const allTexts = useTexts();
  const { playlists: texts } = allTexts;
  const language = useLanguage();
  const { mayWrite } = useSession();
  const { facts } = loaded;
  const { id, name, note, kind, conditions, changedAt, isUndoable } = facts;
  const { isWorking, start, change, undo } = state;
  return (
    <>
      <h1 dir="auto">{name}</h1>
      <p class="part-intro">
        {playlistWords(allTexts, language, facts)} ·{" "}
        {texts.changed(formatDate(language, changedAt))}
      </p>
      {note !== "" && <p dir="auto">{note}</p>}
      {conditions.length > 0 && (
        <p>
          {texts.conditions}{" "}
          {conditions.map((condition) => (
            <code key={condition} class="part-chip">
              {condition}
            </code>
          ))}
        </p>
      )}
      {mayWrite && isRecipeOfConditions(facts) && (
        <p>
          <a href={recipeAddressOf(facts)}>{texts.changeConditions}</a>
        </p>
      )}
      <div class="playlists-buttons">
        <button
          type="button"
          class="primary"
          onClick={() => {
            playPlaylist(loaded);
          }}
        >
          {texts.play}
        </button>
        {mayWrite && (
          <>
            {isUndoable && (
              <button type="button" disabled={isWorking} onClick={undo}>
                {texts.undo}
              </button>
            )}
            {kind !== "TRACKS" && (
              <button
                type="button"
                disabled={isWorking}
                title={hasRows(facts) ? texts.thawHint : texts.freezeHint}
                onClick={() => {
                  change({ isFrozen: !hasRows(facts) });
                }}
              >
                {hasRows(facts) ? texts.thaw : texts.freeze}
              </button>
            )}
            <button
              type="button"
              disabled={isWorking}
              onClick={() => {
                start(async () => {
                  const { copyPlaylist } = await request(CopyPlaylistDocument, { id });
                  goTo(`#/playlist/${copyPlaylist.id}`);
                });
              }}
            >
              {texts.duplicate}
            </button>
            <button
              type="button"
              disabled={isWorking}
              onClick={() => {
                start(async () => {
                  await request(DeletePlaylistDocument, { id });
                  onDeleted();
                });
              }}
            >
              {texts.delete}
            </button>
          </>
        )}
      </div>
      {mayWrite && <NameForm loaded={loaded} state={state} />}
    </>
  );
}

/** Returns the address where a recipe is changed, with its conditions. */
function recipeAddressOf({ id, conditions }: PlaylistFacts): string {
  const named = conditions.map((condition): readonly [string, string] => {
    const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(condition) ?? [];
    return [name, value];
  });
  // What has several values that cannot be one text has no control there.
  const query = named.filter(([name]) => named.filter(([other]) => other === name).length === 1);
  return fragmentOf({
    ...{ path: "recipe", argument: id },
    query: new URLSearchParams(query.map(([name, value]) => [name, value])),
  });
}

/** Changes the name and the note of a playlist. */
function NameForm({ loaded, state }: Omit<PlaylistHeadProps, "onDeleted">): JSX.Element {
  const { playlists: texts, keep } = useTexts();
  const { name, note, revision } = loaded.facts;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [named, noted] = [form.get("name"), form.get("note")];
    if (typeof named !== "string" || typeof noted !== "string" || named.trim() === "") return;
    state.change({ name: named.trim(), note: noted.trim() });
  };
  return (
    <details class="playlists-rename">
      <summary>{texts.rename}</summary>
      <form key={revision} class="keep-name" onSubmit={submit}>
        <label class="part-field">
          {keep.name}
          <input name="name" required maxLength={200} dir="auto" defaultValue={name} />
        </label>
        <label class="part-field">
          {texts.note}
          <input name="note" maxLength={1000} dir="auto" defaultValue={note} />
        </label>
        <button type="submit" disabled={state.isWorking}>
          {texts.save}
        </button>
      </form>
    </details>
  );
}
