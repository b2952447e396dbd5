import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { KindCondition, RecordingPresence } from "../generated/documents.js";
import { Choice } from "../parts/choice.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import type { NamedCondition } from "../parts/library-address.js";
import { TrackTable } from "../parts/track-table.js";
import { useLanguage, useTexts } from "../texts/language.js";
import {
  useCountedValues,
  useLibraryTracks,
  type ListOrder,
  type TrackConditions,
  type ValuesOf,
} from "./use-library-tracks.js";

const KINDS: readonly KindCondition[] = ["ANY", "MUSIC", "SPEECH", "OTHER"];

const ORDERS: readonly ListOrder[] = [
  ...(["ARTIST", "TRACK_NAME", "ALBUM", "YEAR", "ADDED_AT"] as const),
  ...(["TEMPO", "ENERGY"] as const),
];

const PRESENCES: readonly RecordingPresence[] = ["PRESENT", "GONE", "ANY"];

const FILES = ["any", "with", "without"] as const;

interface LibraryTrackListProps {
  readonly analysed: number;
  /** What the address names: `artist/NAME`, or the same for an album, a genre or a folder; empty for all tracks. */
  readonly named: string;
}

/** The list of analysed tracks with filters. */
export function LibraryTrackList({ analysed, named }: LibraryTrackListProps): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const [conditions, setConditions] = useState<TrackConditions>({
    text: "",
    ...namedIn(named),
    tempoFrom: "",
    tempoTo: "",
    foldTempo: false,
    compatibleKey: "",
    yearFrom: "",
    yearTo: "",
    format: "",
    file: "any",
    presence: "PRESENT",
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
      <Conditions conditions={conditions} valuesOf={useCountedValues(analysed)} onChange={change} />
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

/** Returns the conditions of an address, of which it has one at most. */
const namedIn = (address: string): Readonly<Record<NamedCondition, string>> => {
  const nameAfter = (beginning: string): string =>
    address.startsWith(beginning) ? address.slice(beginning.length) : "";
  return {
    artist: nameAfter("artist/"),
    album: nameAfter("album/"),
    genre: nameAfter("genre/"),
    folder: nameAfter("folder/"),
  };
};

/** Returns values to choose from, with the chosen one where the server does not list it, as it is rare or spelt otherwise. */
function listedWith(
  chosen: string,
  values: readonly { readonly value: string }[],
): readonly string[] {
  const listed = values.map(({ value }) => value);
  return chosen === "" || listed.includes(chosen) ? listed : [chosen, ...listed];
}

interface ConditionsProps {
  readonly conditions: TrackConditions;
  readonly valuesOf: ValuesOf;
  readonly onChange: (changed: Partial<TrackConditions>) => void;
}

function Conditions({ conditions, valuesOf, onChange }: ConditionsProps): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const counted = (name: "genre" | "format", field: "GENRE" | "FORMAT"): JSX.Element | null => {
    const values = valuesOf(field);
    if (values.length === 0) return null;
    const countOf = (value: string): number | undefined =>
      values.find((one) => one.value === value)?.count;
    return (
      <Choice
        label={texts[name]}
        value={conditions[name]}
        values={["", ...listedWith(conditions[name], values)]}
        nameOf={(value) => {
          const count = countOf(value);
          if (value === "") return texts.all;
          return count === undefined
            ? value
            : texts.countedValue(value, formatNumber(language, count));
        }}
        onChoose={(value) => {
          onChange({ [name]: value });
        }}
      />
    );
  };
  const field = (
    name:
      | ("text" | "artist" | "album" | "folder" | "compatibleKey")
      | ("tempoFrom" | "tempoTo" | "yearFrom" | "yearTo"),
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
      {field("artist", texts.filterArtist, false, texts.filterNameHint)}
      {field("album", texts.filterAlbum, false, texts.filterNameHint)}
      {field("folder", texts.filterFolder, false, texts.filterNameHint)}
      {field("tempoFrom", texts.filterTempoFrom, true)}
      {field("tempoTo", texts.filterTempoTo, true)}
      <label class="library-check">
        <input
          type="checkbox"
          checked={conditions.foldTempo}
          onChange={(event) => {
            onChange({ foldTempo: event.currentTarget.checked });
          }}
        />
        {texts.tempoOctaves}
      </label>
      {field("compatibleKey", texts.filterKey, false, texts.filterKeyHint)}
      {field("yearFrom", texts.filterYearFrom, true)}
      {field("yearTo", texts.filterYearTo, true)}
      {counted("genre", "GENRE")}
      {counted("format", "FORMAT")}
      <Choice
        label={texts.file}
        value={conditions.file}
        values={FILES}
        nameOf={(file) => texts.fileChoices[file]}
        onChoose={(file) => {
          onChange({ file });
        }}
      />
      <Choice
        label={texts.presence}
        value={conditions.presence}
        values={PRESENCES}
        nameOf={(presence) => texts.presences[presence]}
        onChoose={(presence) => {
          onChange({ presence });
        }}
      />
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
