import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { useWork } from "../parts/use-work.js";
import type { PlayedTrack } from "../player/play-queue.js";
import { useSession } from "../session/session.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { addTracks, hasRows, usePlaylists } from "./use-playlists.js";
import "./keep.css";

interface AddToPlaylistProps {
  readonly tracks: readonly PlayedTrack[];
  /** Called with what was done, which is said. */
  readonly onDone: (text: string) => void;
}

/** Adds tracks to a playlist of the reader, or to a new one; nothing for a reader who may only read. */
export function AddToPlaylist(props: AddToPlaylistProps): JSX.Element | null {
  const { playlists: texts } = useTexts();
  const { mayWrite } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {texts.addTo}
      </button>
      {isOpen && (
        <AddForm
          tracks={props.tracks}
          onDone={(text) => {
            setOpen(false);
            props.onDone(text);
          }}
        />
      )}
    </>
  );
}

function AddForm({ tracks, onDone }: AddToPlaylistProps): JSX.Element {
  const { playlists: texts, keep } = useTexts();
  const language = useLanguage();
  const { playlists, failure: unread } = usePlaylists();
  const [chosen, setChosen] = useState("");
  const [name, setName] = useState("");
  const existing = playlists?.filter(hasRows) ?? [];
  const target = existing.find(({ id }) => id === chosen) ?? { name: name.trim() };
  const { start, isWorking, failure } = useWork(() => {
    const count = formatNumber(language, tracks.length);
    onDone(texts.added(target.name, count, tracks.length === 1));
  });
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const refs = tracks.map(({ ref }) => ref);
    start(() => addTracks(target, refs));
  };
  const problem = failure ?? unread;
  return (
    <form class="keep-add" onSubmit={submit}>
      <label class="part-field">
        {texts.playlist}
        <select
          value={chosen}
          dir="auto"
          onChange={(event) => {
            setChosen(event.currentTarget.value);
          }}
        >
          <option value="">{texts.newPlaylist}</option>
          {existing.map((playlist) => (
            <option key={playlist.id} value={playlist.id}>
              {playlist.name}
            </option>
          ))}
        </select>
      </label>
      {"id" in target ? null : (
        <label class="part-field">
          {keep.name}
          <input
            required
            maxLength={200}
            dir="auto"
            autocomplete="off"
            value={name}
            onInput={(event) => {
              setName(event.currentTarget.value);
            }}
          />
        </label>
      )}
      <button type="submit" disabled={isWorking}>
        {texts.add}
      </button>
      {problem !== null && <FailureNotice failure={problem} />}
    </form>
  );
}
