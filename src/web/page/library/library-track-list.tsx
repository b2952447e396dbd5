import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { KindCondition } from "../generated/documents.js";
import { Choice } from "../parts/choice.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { TrackTable } from "../parts/track-table.js";
import { useLanguage, useTexts } from "../texts/language.js";
import {
  useGenres,
  useLibraryTracks,
  type CountedGenre,
  type ListOrder,
  type TrackConditions,
} from "./use-library-tracks.js";

const KINDS: readonly KindCondition[] = ["ANY", "MUSIC", "SPEECH", "OTHER"];

const ORDERS: readonly ListOrder[] = ["ARTIST", "TRACK_NAME", "ALBUM", "YEAR", "TEMPO", "ENERGY"];

/** The list of analysed tracks with filters. */
export function LibraryTrackList({ analysed }: { readonly analysed: number }): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const [conditions, setConditions] = useState<TrackConditions>({
    text: "",
    tempoFrom: "",
    tempoTo: "",
    compatibleKey: "",
    yearFrom: "",
    yearTo: "",
    genre: "",
    kind: "ANY",
    order: "ARTIST",
  });
  const { tracks, totalCount, hasMore, problem, showMore } = useLibraryTracks(conditions, analysed);
  const change = (changed: Partial<TrackConditions>): void => {
    setConditions({ ...conditions, ...changed });
  };
  return (
    <section class="part-card" aria-labelledby="library-tracks">
      <h2 id="library-tracks" class="part-title">
        {texts.tracks}
      </h2>
      <Conditions conditions={conditions} genres={useGenres(analysed)} onChange={change} />
      {problem !== null && <FailureNotice failure={problem} />}
      <p role="status" class="library-hint">
        {totalCount === 0 && texts.noTracks}
        {totalCount !== null &&
          totalCount > 0 &&
          texts.trackCount(formatNumber(language, totalCount), totalCount === 1)}
      </p>
      {tracks.length > 0 && <TrackTable tracks={tracks} />}
      {hasMore && (
        <button type="button" onClick={showMore}>
          {texts.more}
        </button>
      )}
    </section>
  );
}

interface ConditionsProps {
  readonly conditions: TrackConditions;
  readonly genres: readonly CountedGenre[];
  readonly onChange: (changed: Partial<TrackConditions>) => void;
}

function Conditions({ conditions, genres, onChange }: ConditionsProps): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const countOf = (genre: string): number =>
    genres.find(({ value }) => value === genre)?.count ?? 0;
  const field = (
    name: "text" | "tempoFrom" | "tempoTo" | "compatibleKey" | "yearFrom" | "yearTo",
    label: string,
    isNumber: boolean,
    hint?: string,
  ): JSX.Element => (
    <label class="part-field">
      {label}
      <input
        inputMode={isNumber ? "numeric" : "text"}
        dir="auto"
        placeholder={hint}
        value={conditions[name]}
        onInput={(event) => {
          onChange({ [name]: event.currentTarget.value });
        }}
      />
    </label>
  );
  return (
    <div class="library-conditions">
      {field("text", texts.filterText, false)}
      {field("tempoFrom", texts.filterTempoFrom, true)}
      {field("tempoTo", texts.filterTempoTo, true)}
      {field("compatibleKey", texts.filterKey, false, texts.filterKeyHint)}
      {field("yearFrom", texts.filterYearFrom, true)}
      {field("yearTo", texts.filterYearTo, true)}
      {genres.length > 0 && (
        <Choice
          label={texts.genre}
          value={conditions.genre}
          values={["", ...genres.map(({ value }) => value)]}
          nameOf={(genre) =>
            genre === ""
              ? texts.allGenres
              : texts.genreOf(genre, formatNumber(language, countOf(genre)))
          }
          onChoose={(genre) => {
            onChange({ genre });
          }}
        />
      )}
      <Choice
        label={texts.kind}
        value={conditions.kind}
        values={KINDS}
        nameOf={(kind) => texts.kinds[kind]}
        onChoose={(kind) => {
          onChange({ kind });
        }}
      />
      <Choice
        label={texts.order}
        value={conditions.order}
        values={ORDERS}
        nameOf={(order) => texts.orders[order]}
        onChoose={(order) => {
          onChange({ order });
        }}
      />
    </div>
  );
}
