import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Choice } from "../parts/choice.js";
import { formatNumber } from "../parts/formats.js";
import { trackWords } from "../parts/track-words.js";
import { useLanguage, useTexts } from "../texts/language.js";
import {
  chosenRef,
  refOfCandidate,
  type ShownReview,
  type ShownListRow,
  type RowChoices,
  type ListRowState,
} from "./reviewed-list.js";

interface ReviewedRowsProps {
  readonly review: ShownReview;
  readonly choices: RowChoices;
  /** Called with the position of a row and what names its track; empty for none. */
  readonly onChoose: (position: number, ref: string) => void;
}

type ShownState = ListRowState | "all";

const STATES: readonly ShownState[] = ["unsure", "absent", "sure", "all"];
const ROWS_AT_ONCE = 100;

/** Returns which rows are shown first: those to decide on, or else those that are missing. */
function firstState({ unsure, absent }: ShownReview["counts"]): ShownState {
  if (unsure > 0) return "unsure";
  return absent > 0 ? "absent" : "all";
}

/** The rows of a list, those first that the reader has to decide on, or that are missing. */
export function ReviewedRows({ review, choices, onChoose }: ReviewedRowsProps): JSX.Element {
  const { imports: texts } = useTexts();
  const language = useLanguage();
  const { counts, rows } = review;
  const [state, setState] = useState<ShownState>(firstState(counts));
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const shown = rows.filter((row) => state === "all" || row.state === state);
  return (
    <section class="part-card" aria-labelledby="imports-rows">
      <h2 id="imports-rows" class="part-title">
        {texts.rows}
      </h2>
      <div class="imports-state">
        <Choice
          label={texts.show}
          value={state}
          values={STATES}
          nameOf={(one) =>
            texts.states[one](formatNumber(language, one === "all" ? rows.length : counts[one]))
          }
          onChoose={(one) => {
            setState(one);
            setLimit(ROWS_AT_ONCE);
          }}
        />
      </div>
      <ol class="imports-rows">
        {shown.slice(0, limit).map((row) => (
          <li key={row.position} value={row.position}>
            <Row row={row} chosen={chosenRef(row, choices)} onChoose={onChoose} />
          </li>
        ))}
      </ol>
      {shown.length === 0 && <p>{texts.noRows}</p>}
      {shown.length > limit && (
        <button
          type="button"
          onClick={() => {
            setLimit(limit + ROWS_AT_ONCE);
          }}
        >
          {texts.more(formatNumber(language, shown.length - limit))}
        </button>
      )}
    </section>
  );
}

interface RowProps {
  readonly row: ShownListRow;
  /** What names its track; empty for none. */
  readonly chosen: string;
  readonly onChoose: ReviewedRowsProps["onChoose"];
}

function Row({ row, chosen, onChoose }: RowProps): JSX.Element {
  const { imports: texts } = useTexts();
  const language = useLanguage();
  const { position, artist, title, album, candidates } = row;
  const name = trackWords(language, [artist, title, album], row.duration_ms) || row.raw;
  return (
    <>
      <span class="imports-name" dir="auto">
        {name}
      </span>
      {candidates.length === 0 ? (
        <span class="imports-absent">{texts.absent}</span>
      ) : (
        <select
          aria-label={texts.trackFor(name)}
          dir="auto"
          value={chosen}
          onChange={(event) => {
            onChoose(position, event.currentTarget.value);
          }}
        >
          <option value="">{texts.none}</option>
          {candidates.map((one) => (
            <option key={refOfCandidate(one)} value={refOfCandidate(one)}>
              {trackWords(language, [one.artist, one.trackName, one.album], one.duration_ms)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
