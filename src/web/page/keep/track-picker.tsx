import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ReplacementsDocument, type ReplacementsQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { FailureNotice } from "../parts/notice.js";
import { trackAddressOf } from "../parts/track-address.js";
import { trackWords } from "../parts/track-words.js";
import { useAnswer } from "../parts/use-answer.js";
import { useLanguage, useTexts } from "../texts/language.js";
import "./track-picker.css";

type Replacement = ReplacementsQuery["searchLibrary"]["nodes"][number];

const MAX_QUERY_CHARACTERS = 200;

interface TrackPickerProps {
  /** What the track is chosen for. */
  readonly label: string;
  /** What is looked for at first; empty for nothing. */
  readonly words: string;
  readonly isWorking: boolean;
  /** Called with what names the track that was chosen, and with its name. */
  readonly onPick: (ref: string, name: string) => void;
}

/** Finds tracks of the library by words, of which one is chosen. */
export function TrackPicker({ label, words, isWorking, onPick }: TrackPickerProps): JSX.Element {
  const { playlists: texts } = useTexts();
  const language = useLanguage();
  const [text, setText] = useState(words.slice(0, MAX_QUERY_CHARACTERS));
  const answer = useAnswer(text.trim(), findReplacements);
  return (
    <div class="keep-picker">
      <label class="part-field">
        {label}
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
      <ul aria-label={texts.foundTracks}>
        {answer?.found?.map((track) => (
          <li key={trackAddressOf(track)}>
            <button
              type="button"
              disabled={isWorking}
              dir="auto"
              onClick={() => {
                onPick(trackAddressOf(track), track.trackName);
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
