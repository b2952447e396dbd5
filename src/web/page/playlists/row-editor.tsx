import type { JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { TrackPicker } from "../keep/track-picker.js";
import { useTexts } from "../texts/language.js";
import type { LoadedRow } from "./load-playlist.js";
import type { PlaylistState } from "./use-playlist.js";

/** A row that is edited, and which part of it. */
export interface EditedRow {
  /** By which edits name it. */
  readonly number: number;
  readonly part: "note" | "track";
}

interface RowEditorProps {
  readonly edited: EditedRow;
  /** `undefined` where the playlist has it no more. */
  readonly row: LoadedRow | undefined;
  readonly state: PlaylistState;
  readonly onClose: () => void;
}

const MAX_NOTE_CHARACTERS = 500;

/** Edits the note of a row, or puts another track in its place. It has the focus, and gives it back to the table. */
export function RowEditor({ edited, row, state, onClose }: RowEditorProps): JSX.Element | null {
  const { playlists: texts } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const table = box.current?.parentElement?.querySelector<HTMLElement>("[role=grid]");
    box.current?.querySelector("input")?.focus();
    return () => {
      table?.focus();
    };
  }, []);
  if (!row) return null;
  const { number, part } = edited;
  const { trackName: name = "" } = row.shown ?? {};
  const editor =
    part === "note" ? (
      <NoteForm
        name={name}
        note={row.note}
        isWorking={state.isWorking}
        onNote={(note) => {
          state.change({ edits: [{ annotate: { row: number, note } }] }, onClose);
        }}
      />
    ) : (
      <TrackPicker
        label={texts.replaceBy(name)}
        words={name}
        isWorking={state.isWorking}
        onPick={(id) => {
          state.change({ edits: [{ replace: { row: number, track: { id } } }] }, onClose);
        }}
      />
    );
  return (
    <div class="playlists-editor" ref={box}>
      {editor}
      <button type="button" onClick={onClose}>
        {texts.cancel}
      </button>
    </div>
  );
}

interface NoteFormProps {
  readonly name: string;
  readonly note: string;
  readonly isWorking: boolean;
  readonly onNote: (note: string) => void;
}

function NoteForm({ name, note, isWorking, onNote }: NoteFormProps): JSX.Element {
  const { playlists: texts } = useTexts();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const noted = new FormData(event.currentTarget).get("note");
    if (typeof noted === "string") onNote(noted.trim());
  };
  return (
    <form class="keep-name" onSubmit={submit}>
      <label class="part-field">
        {texts.noteOf(name)}
        <input
          name="note"
          maxLength={MAX_NOTE_CHARACTERS}
          dir="auto"
          autocomplete="off"
          defaultValue={note}
        />
      </label>
      <button type="submit" disabled={isWorking}>
        {texts.save}
      </button>
    </form>
  );
}
