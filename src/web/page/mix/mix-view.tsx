import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAddressState, useTitle } from "../address/use-address.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { trackAddressOf } from "../parts/track-address.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { BoundChoices } from "./bound-choices.js";
import { relocated } from "./find-mix.js";
import { MIX_LENGTHS, mixAddress, type LockedStep } from "./mix-address.js";
import { MixFilter } from "./mix-filter.js";
import { UnmetNotice } from "./unmet-notice.js";
import { useMix, useMixEnd, useMixEnds } from "./use-mix.js";
import "../parts/parts.css";
import "../keep/keep.css";
import "./mix.css";
import { ExportButtons } from "../keep/export-buttons.js";
import { PlaylistForm } from "../keep/playlist-form.js";
import { MixCourse } from "./mix-course.js";
import { MixScatter } from "./mix-scatter.js";
import type { MixedTrack } from "./mixed-track.js";
import { MixedList } from "./steps/mixed-list.js";
import { useMixedOrder, type MixedOrder } from "./steps/use-mixed-order.js";

/** The view that finds the tracks from one to another. */
export function MixView(): JSX.Element {
  const { mix } = useTexts();
  const language = useLanguage();
  const [wish, setWish] = useAddressState(mixAddress);
  const { from, to, length } = wish;
  const { isWorking, failure, found, retry } = useMix(wish);
  const [first, last] = [found?.tracks[0], found?.tracks.at(-1)];
  useTitle(first && last ? mix.fromTo(first.trackName, last.trackName) : "");
  const message = (): string => {
    if (isWorking) return mix.working;
    if (from === null || to === null) return mix.empty;
    if (from === to) return mix.sameTrack;
    return found ? mix.found(formatNumber(language, found.tracks.length)) : "";
  };
  return (
    <section>
      <h1>{mix.heading}</h1>
      <p class="part-intro">{mix.intro}</p>
      <div class="mix-ends">
        <MixEndField
          name={mix.from}
          chosen={from}
          onChoose={(ref) => {
            setWish({ ...wish, from: ref, tracks: null }, "from");
          }}
        />
        <MixEndField
          name={mix.to}
          chosen={to}
          onChoose={(ref) => {
            setWish({ ...wish, to: ref, tracks: null }, "to");
          }}
        />
      </div>
      <label class="part-field mix-length">
        {mix.length}
        <select
          value={String(length)}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            const locked = relocated(wish.locked, length, chosen);
            setWish({ ...wish, length: chosen, locked, tracks: null }, "length");
          }}
        >
          {MIX_LENGTHS.map((count) => (
            <option key={count} value={String(count)}>
              {formatNumber(language, count)}
            </option>
          ))}
        </select>
      </label>
      <BoundChoices
        bounds={wish.bounds}
        onChange={(bounds, field) => {
          setWish({ ...wish, bounds, tracks: null }, field);
        }}
      />
      <MixFilter
        stated={wish.stated}
        onChange={(stated, parameter) => {
          setWish({ ...wish, stated, tracks: null }, parameter);
        }}
      />
      <div aria-busy={isWorking}>
        {failure !== null && <FailureNotice failure={failure} onRetry={retry} />}
        <Notice>{message()}</Notice>
        {found && found.unmet.length > 0 && !isWorking && <UnmetNotice unmet={found.unmet} />}
        {found && (
          // A mix that is found anew begins without the changes of the last one.
          <FoundMix
            key={found.tracks.map(trackAddressOf).join()}
            tracks={found.tracks}
            order={wish.tracks}
            locked={wish.locked}
            onOrder={(ordered, locked) => {
              setWish({ ...wish, tracks: ordered, locked }, "tracks");
            }}
          />
        )}
      </div>
    </section>
  );
}

interface MixEndFieldProps {
  readonly name: string;
  /** The id of the recording of the chosen track. */
  readonly chosen: string | null;
  readonly onChoose: (ref: string | null) => void;
}

/** A field for words and, below it, a list of the tracks that fit them. */
function MixEndField({ name, chosen, onChoose }: MixEndFieldProps): JSX.Element {
  const { mix } = useTexts();
  const [words, setWords] = useState("");
  const { ends, failure } = useMixEnds(words);
  const end = useMixEnd(chosen, ends);
  const offered = end === null || ends.some(({ ref }) => ref === end.ref) ? ends : [end, ...ends];
  return (
    <fieldset class="mix-end part-card">
      <legend>{name}</legend>
      <label class="part-field">
        {mix.words}
        <input
          type="search"
          dir="auto"
          autocomplete="off"
          maxLength={200}
          value={words}
          onInput={(event) => {
            setWords(event.currentTarget.value);
          }}
        />
      </label>
      <label class="part-field">
        {mix.track}
        <select
          dir="auto"
          value={end?.ref ?? ""}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChoose(value === "" ? null : value);
          }}
        >
          <option value="">{ends.length === 0 ? mix.noTrack : mix.choose}</option>
          {offered.map(({ ref, label }) => (
            <option key={ref} value={ref}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {failure !== null && <FailureNotice failure={failure} />}
    </fieldset>
  );
}

interface FoundMixProps {
  readonly tracks: readonly MixedTrack[];
  /** The ids of the tracks as the reader has ordered them; `null` where they are as found. */
  readonly order: readonly string[] | null;
  readonly locked: readonly LockedStep[];
  readonly onOrder: (order: readonly string[] | null, locked: readonly LockedStep[]) => void;
}

/** A mix that was found: drawn, listed to be changed, and to be taken out. */
function FoundMix({ tracks, order: given, locked, onOrder }: FoundMixProps): JSX.Element {
  const order = useMixedOrder(tracks, { given, locked, onOrder });
  return (
    <>
      <div class="mix-drawings">
        <MixCourse tracks={order.tracks} />
        <MixScatter tracks={order.tracks} />
      </div>
      <MixedList order={order} />
      <TakenMix order={order} />
    </>
  );
}

/** A mix as a file or as a playlist: what is seen is kept, in its order. */
function TakenMix({ order }: { readonly order: MixedOrder }): JSX.Element {
  const { keep } = useTexts();
  const refs = order.tracks.map(trackAddressOf);
  return (
    <section class="part-card mix-taken" aria-labelledby="mix-taken">
      <h2 id="mix-taken" class="part-title">
        {keep.heading}
      </h2>
      <ExportButtons path={`api/audio/analysis?trackKeys=${refs.join()}`} fileName="mix" />
      <PlaylistForm kept={{ tracks: refs.map((id) => ({ id })) }} />
    </section>
  );
}
