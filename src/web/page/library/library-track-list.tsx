import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAddressState, useTitle } from "../address/use-address.js";
import { ExportButtons } from "../keep/export-buttons.js";
import { PlaylistForm } from "../keep/playlist-form.js";
import { Choice } from "../parts/choice.js";
import { formatNumber } from "../parts/formats.js";
import { TrackTable } from "../table/track-table.js";
import { useListedRows } from "../table/use-listed-rows.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { Texts } from "../texts/texts.js";
import {
  FILE_CHOICES,
  libraryListAddress,
  PRESENCES,
  TRACK_KINDS,
  trackFilterOf,
  trackQueryOf,
  type TrackConditions,
} from "./track-conditions.js";
import { useCountedValues, type ValuesOf } from "./use-counted-values.js";
import "../keep/keep.css";

interface LibraryTrackListProps {
  readonly analysed: number;
}

/** The list of analysed tracks with filters, which the address has. */
export function LibraryTrackList({ analysed }: LibraryTrackListProps): JSX.Element {
  const allTexts = useTexts();
  const { library: texts, keep } = allTexts;
  const language = useLanguage();
  const [conditions, setConditions] = useAddressState(libraryListAddress);
  useTitle(conditionWords(allTexts, conditions));
  const filter = useMemo(() => trackFilterOf(conditions), [conditions]);
  const { order } = conditions;
  const rows = useListedRows({ filter, order }, analysed);
  const { count } = rows;
  return (
    <>
      <section class="part-card" aria-labelledby="library-tracks">
        <h2 id="library-tracks" class="part-title">
          {texts.tracks}
        </h2>
        <Conditions
          conditions={conditions}
          valuesOf={useCountedValues(analysed)}
          onChange={(changed) => {
            setConditions({ ...conditions, ...changed }, Object.keys(changed).join());
          }}
        />
        <p role="status" class="library-hint">
          {count === 0 && texts.noTracks}
          {count !== null &&
            count > 0 &&
            texts.trackCount(formatNumber(language, count), count === 1)}
        </p>
        <TrackTable
          label={texts.tracks}
          rows={rows}
          list={JSON.stringify([filter, order])}
          order={order}
          onOrder={(next) => {
            setConditions({ ...conditions, order: next }, "sort");
          }}
        />
      </section>
      {count !== null && count > 0 && (
        <section class="part-card" aria-labelledby="library-taken">
          <h2 id="library-taken" class="part-title">
            {keep.heading}
          </h2>
          <ExportButtons path={`api/audio/tracks?${trackQueryOf(conditions)}`} fileName="tracks" />
          <PlaylistForm kept={{ filter, orderBy: order }} />
        </section>
      )}
    </>
  );
}

/** Returns what narrows the list down: its names, and what else has bounds, as in "Ann, Waltz, Tempo". */
function conditionWords(
  { fields, library, table }: Pick<Texts, "fields" | "library" | "table">,
  conditions: TrackConditions,
): string {
  const { text, artist, album, genre, folder, format, compatibleKey } = conditions;
  const { kind, file, presence } = conditions;
  const { tempoFrom, tempoTo, yearFrom, yearTo } = conditions;
  const words = [
    ...[artist, album, genre, folder, text, format],
    tempoFrom + tempoTo === "" ? "" : fields.tempo,
    compatibleKey === "" ? "" : `${fields.key} ${compatibleKey}`,
    yearFrom + yearTo === "" ? "" : table.columns.year,
    file === "any" ? "" : library.fileChoices[file],
    presence === "PRESENT" ? "" : library.presences[presence],
    kind === "ANY" ? "" : library.kinds[kind],
  ];
  return words.filter((word) => word !== "").join(", ");
}

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
        values={FILE_CHOICES}
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
        values={TRACK_KINDS}
        nameOf={(kind) => texts.kinds[kind]}
        onChoose={(kind) => {
          onChange({ kind });
        }}
      />
    </div>
  );
}
