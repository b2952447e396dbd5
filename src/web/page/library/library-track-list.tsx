import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatClock, formatNumber, formatShare } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { FailureNotice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import {
  useLibraryTracks,
  type ListOrder,
  type ListedTrack,
  type TrackConditions,
} from "./use-library-tracks.js";

const ORDERS: readonly ListOrder[] = ["ARTIST", "TRACK_NAME", "TEMPO", "ENERGY"];

/** The list of analysed tracks with filters. */
export function LibraryTrackList({ analysed }: { readonly analysed: number }): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const [conditions, setConditions] = useState<TrackConditions>({
    text: "",
    tempoFrom: "",
    tempoTo: "",
    compatibleKey: "",
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
      <Conditions conditions={conditions} onChange={change} />
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
  readonly onChange: (changed: Partial<TrackConditions>) => void;
}

function Conditions({ conditions, onChange }: ConditionsProps): JSX.Element {
  const { library: texts } = useTexts();
  const field = (
    name: "text" | "tempoFrom" | "tempoTo" | "compatibleKey",
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
      <label class="part-field">
        {texts.order}
        <select
          value={conditions.order}
          onChange={(event) => {
            const order = ORDERS.find((one) => one === event.currentTarget.value);
            if (order) onChange({ order });
          }}
        >
          {ORDERS.map((order) => (
            <option key={order} value={order}>
              {texts.orders[order]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function TrackTable({ tracks }: { readonly tracks: readonly ListedTrack[] }): JSX.Element {
  const { library, track, fields } = useTexts();
  return (
    <table class="library-table">
      <thead>
        <tr>
          <th scope="col">{library.track}</th>
          <th scope="col">{fields.tempo}</th>
          <th scope="col">{fields.key}</th>
          <th scope="col">{fields.energy}</th>
          <th scope="col">{track.length}</th>
        </tr>
      </thead>
      <tbody>
        {tracks.map((listed) => (
          <TrackRow key={listed.trackKey} listed={listed} />
        ))}
      </tbody>
    </table>
  );
}

function TrackRow({ listed }: { readonly listed: ListedTrack }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { trackKey, trackName, artist, durationMs, analysis } = listed;
  const values = analysis.__typename === "TrackAnalysis" ? analysis : null;
  const keyName = values && keyNameIn(texts, values.key, values.mode);
  return (
    <tr>
      <th scope="row">
        <a href={`#/track/${trackKey}`} dir="auto">
          {trackName}
        </a>
        <span dir="auto">{artist}</span>
      </th>
      <td>{typeof values?.tempo === "number" && formatNumber(language, values.tempo, 1)}</td>
      <td>{values && keyName !== null && texts.track.keyOf(keyName, values.camelot ?? "")}</td>
      <td>{typeof values?.energy === "number" && formatShare(language, values.energy)}</td>
      <td>{durationMs !== null && formatClock(language, durationMs / 1000)}</td>
    </tr>
  );
}
