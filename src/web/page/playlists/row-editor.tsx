import type { JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ReplacementsDocument, type ReplacementsQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { FailureNotice } from "../parts/notice.js";
import { trackAddressOf } from "../parts/track-address.js";
import { trackWords } from "../parts/track-words.js";
import { useAnswer } from "../parts/use-answer.js";
import { useLanguage, useTexts } from "../texts/language.js";
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

type Replacement = ReplacementsQuery["searchLibrary"]["nodes"][number];

const MAX_NOTE_CHARACTERS = 500;
const MAX_QUERY_CHARACTERS = 200;

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
        name={name}
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

interface TrackPickerProps {
  readonly name: string;
  readonly isWorking: boolean;
  /** Called with what names the track that was chosen. */
  readonly onPick: (ref: string) => void;
}

/** Finds tracks of the library by words, of which one is chosen. */
function TrackPicker({ name, isWorking, onPick }: TrackPickerProps): JSX.Element {
  const { playlists: texts } = useTexts();
  const language = useLanguage();
  const [text, setText] = useState(name.slice(0, MAX_QUERY_CHARACTERS));
  const answer = useAnswer(text.trim(), findReplacements);
  return (
    <div class="playlists-picker">
      <label class="part-field">
        {texts.replaceBy(name)}
        <input
          type="search"
          dir="auto"
          autocomplete="off"
          maxLength={MAX_QUERY_CHARACTERS}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
          }}
        />
      </label>
      {answer && answer.failure !== null && <FailureNotice failure={answer.failure} />}
      <p class="keep-hint" role="status">
        {answer?.found?.length === 0 && texts.noReplacement}
      </p>
      <ul aria-label={texts.replacements}>
        {answer?.found?.map((track) => (
          <li key={trackAddressOf(track)}>
            <button
              type="button"
              disabled={isWorking}
              dir="auto"
              onClick={() => {
                onPick(trackAddressOf(track));
              }}
            >
              {trackWords(language, [track.trackName, track.artist, track.album], track.durationMs)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

async function findReplacements(
  query: string,
  signal: AbortSignal,
): Promise<readonly Replacement[]> {
  const { searchLibrary } = await request(ReplacementsDocument, { query }, signal);
  return searchLibrary.nodes;
}
