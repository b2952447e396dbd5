import type { JSX } from "preact";
import { TrackCover } from "../../parts/track-cover.js";
import { NameLinks } from "../../parts/name-links.js";
import { trackAddressOf } from "../../parts/track-address.js";
import { useLanguage, useTexts } from "../../texts/language.js";
import { MixAlternatives } from "./mix-alternatives.js";
import { MixChips } from "./mix-chips.js";
import { changeBetween, type MixedTrack } from "../mixed-track.js";

/** What a reader can do with a step. */
export type StepAction = "play" | "lock" | "up" | "down" | "replace" | "remove";

interface MixStepRowProps {
  readonly tracks: readonly MixedTrack[];
  readonly place: number;
  readonly isReplacing: boolean;
  readonly isLocked: boolean;
  /** Where the row that is being dragged would go: before or behind this one. */
  readonly drop: "before" | "behind" | null;
  readonly onAction: (action: StepAction) => void;
  readonly onReplace: (track: MixedTrack) => void;
  readonly onDrag: (event: PointerEvent) => void;
}

/** The fewest tracks of a mix. */
const FEWEST = 2;

/** A track of a mix: what changes from the one before, its names, its values, and buttons to change the mix. */
export function MixStepRow(props: MixStepRowProps): JSX.Element | null {
  const { tracks, place, isReplacing, isLocked, drop, onAction, onReplace, onDrag } = props;
  const { mix } = useTexts();
  const track = tracks[place];
  const before = tracks[place - 1];
  if (!track) return null;
  const { trackName, artist, thumbnailUrl } = track;
  const isEnd = place === 0 || place === tracks.length - 1;
  const action = (name: StepAction, sign: string, label: string, isDisabled = false) => (
    <button
      type="button"
      data-action={name}
      aria-label={label}
      title={label}
      aria-expanded={name === "replace" ? isReplacing : undefined}
      aria-pressed={name === "lock" ? isLocked : undefined}
      disabled={isDisabled}
      onClick={() => {
        onAction(name);
      }}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <li data-track={trackAddressOf(track)} class={drop ? `mix-drop-${drop}` : undefined}>
      {before && <Transition from={before} to={track} />}
      <div class="mix-step">
        <span class="mix-handle" aria-hidden="true" title={mix.drag} onPointerDown={onDrag}>
          ⠿
        </span>
        <div class="mix-track part-linked">
          <TrackCover url={thumbnailUrl} size="small" />
          <span class="mix-names">
            <a class="part-link" href={`#/track/${trackAddressOf(track)}`} dir="auto">
              {trackName}
            </a>
            <span class="part-names">
              <NameLinks artist={artist} />
            </span>
          </span>
        </div>
        <MixChips track={track} />
        <span class="mix-actions">
          {action("play", "▶", mix.playFrom(trackName))}
          {action("lock", isLocked ? "🔒" : "🔓", mix.lock(trackName), isEnd && !isLocked)}
          {action("up", "↑", mix.moveUp(trackName), place === 0)}
          {action("down", "↓", mix.moveDown(trackName), place === tracks.length - 1)}
          {action("replace", "⇄", mix.replace(trackName))}
          {action("remove", "×", mix.remove(trackName), tracks.length <= FEWEST)}
        </span>
      </div>
      {isReplacing && (
        <MixAlternatives
          title={trackName}
          neighbours={neighboursOf(tracks, place)}
          used={new Set(tracks.map(trackAddressOf))}
          onChoose={onReplace}
        />
      )}
    </li>
  );
}

function neighboursOf(tracks: readonly MixedTrack[], place: number): readonly [string, string] {
  const refs = tracks.map(trackAddressOf);
  const [before, own = "", after] = [refs[place - 1], refs[place], refs[place + 1]];
  return [before ?? after ?? own, after ?? before ?? own];
}

interface TransitionProps {
  readonly from: MixedTrack;
  readonly to: MixedTrack;
}

function Transition({ from, to }: TransitionProps): JSX.Element {
  const { mix } = useTexts();
  const language = useLanguage();
  const { tempoChangePercent, keyRelation, energyChange } = changeBetween(from, to);
  const signed = (share: number): string =>
    new Intl.NumberFormat(language, {
      style: "percent",
      signDisplay: "exceptZero",
      maximumFractionDigits: 1,
    }).format(share);
  const changes = [
    mix.keys[keyRelation],
    tempoChangePercent === null ? null : mix.tempoChange(signed(tempoChangePercent / 100)),
    // Energy is a share itself, so its change is one of points.
    energyChange === null ? null : mix.energyChange(signed(energyChange)),
  ];
  return <p class="mix-transition">{changes.filter((change) => change !== null).join(" · ")}</p>;
}
