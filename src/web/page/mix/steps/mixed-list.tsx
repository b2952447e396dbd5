import type { JSX, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { trackAddressOf } from "../../parts/track-address.js";
import type { PlayedTrack } from "../../player/play-queue.js";
import { playTracks } from "../../player/player-store.js";
import { useTexts } from "../../texts/language.js";
import { MixStepRow, type StepAction } from "./mix-step-row.js";
import type { MixedTrack } from "../mixed-track.js";
import type { MixedOrder } from "./use-mixed-order.js";

/** The steps of a mix, which can be moved, replaced and removed, and what was changed last. */
export function MixedList({ order }: { readonly order: MixedOrder }): JSX.Element {
  const { mix } = useTexts();
  const { tracks } = order;
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const [replaced, setReplaced] = useState<string | null>(null);
  const focus = useFocusAfterChange(list, tracks);
  const move = (from: number, to: number): void => {
    order.move(from, to);
    setSaid(mix.movedTo(tracks[from]?.trackName ?? "", String(to + 1), String(tracks.length)));
  };
  const { dragged, begin } = useDragOrder(list, move);
  const play = (place: number): void => {
    playTracks(tracks.map(playedOf), place);
  };
  const hasLocks = order.locked.size > 0;
  const act = (place: number, action: StepAction): void => {
    const track = tracks[place];
    if (!track) return;
    const ref = trackAddressOf(track);
    if (action === "play") {
      play(place);
      return;
    }
    if (action === "lock") {
      const text = order.locked.has(ref) ? mix.letGo : mix.locked;
      order.lock(place);
      setSaid(text(track.trackName));
      return;
    }
    if (action === "replace") {
      setReplaced((last) => (last === ref ? null : ref));
      return;
    }
    if (action === "remove") {
      order.remove(place);
      setSaid(mix.removed(track.trackName));
      const next = tracks[place + 1] ?? tracks[place - 1];
      if (next) focus(trackAddressOf(next), action);
      return;
    }
    move(place, action === "up" ? place - 1 : place + 1);
    focus(ref, action);
  };
  const replace = (place: number, track: MixedTrack): void => {
    setSaid(mix.replacedBy(tracks[place]?.trackName ?? "", track.trackName));
    setReplaced(null);
    order.replace(place, track);
    focus(trackAddressOf(track), "replace");
  };
  return (
    <section aria-labelledby="mix-steps">
      <div class="mix-steps-head">
        <h2 id="mix-steps" class="part-title">
          {mix.steps}
        </h2>
        <div class="mix-actions">
          <button
            type="button"
            onClick={() => {
              play(0);
            }}
          >
            {mix.play}
          </button>
          {(order.isChanged || hasLocks) && (
            <button
              type="button"
              onClick={() => {
                order.reset();
                setReplaced(null);
                setSaid(hasLocks ? mix.foundAgain : mix.putBack);
              }}
            >
              {hasLocks ? mix.findAgain : mix.reset}
            </button>
          )}
        </div>
      </div>
      <p class="mix-hint">{mix.stepsHint}</p>
      <ol class="mix-steps" aria-labelledby="mix-steps" ref={list}>
        {tracks.map((track, place) => (
          <MixStepRow
            key={trackAddressOf(track)}
            tracks={tracks}
            place={place}
            isReplacing={replaced === trackAddressOf(track)}
            isLocked={order.locked.has(trackAddressOf(track))}
            drop={dropAt(dragged, place)}
            onAction={(action) => {
              act(place, action);
            }}
            onReplace={(other) => {
              replace(place, other);
            }}
            onDrag={(event) => {
              begin(place, event);
            }}
          />
        ))}
      </ol>
      <p class="mix-hint" role="status">
        {said}
      </p>
    </section>
  );
}

/** Returns a track as the player takes it. */
function playedOf(track: MixedTrack): PlayedTrack {
  const { trackName, artist, album, thumbnailUrl } = track;
  return { ref: trackAddressOf(track), trackName, artist, album, thumbnailUrl };
}

function dropAt(dragged: Dragged | null, place: number): "before" | "behind" | null {
  if (dragged === null || dragged.from === dragged.to || dragged.to !== place) return null;
  return dragged.to < dragged.from ? "before" : "behind";
}

/** Returns a function that moves the focus to a button of a step once the list is drawn anew. */
function useFocusAfterChange(
  list: { readonly current: HTMLElement | null },
  tracks: readonly MixedTrack[],
): (ref: string, action: StepAction) => void {
  const wanted = useRef<readonly [string, StepAction] | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const [ref, action] = wanted.current;
    wanted.current = null;
    const row = list.current?.querySelector(`[data-track="${ref}"]`);
    const button = row?.querySelector<HTMLElement>(`[data-action="${action}"]:enabled`);
    // At an end of the list, the button that was pressed is disabled.
    (button ?? row?.querySelector<HTMLElement>("[data-action]:enabled"))?.focus();
  }, [list, tracks]);
  return (ref, action) => {
    wanted.current = [ref, action];
  };
}

/** A row that is being dragged: its place, and the place that it would get. */
export interface Dragged {
  readonly from: number;
  readonly to: number;
}

/**
 * Lets rows of a list be dragged to other places, with a mouse, a pen or a finger.
 *
 * @returns the row that is being dragged, and the function that begins it at a row's handle
 */
function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): {
  readonly dragged: Dragged | null;
  readonly begin: (place: number, event: PointerEvent) => void;
} {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const begin = (from: number, event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const stop = new AbortController();
    const { signal } = stop;
    let to = from;
    const end = (): void => {
      stop.abort();
      setDragged(null);
    };
    setDragged({ from, to });
    // On the window, because the pointer leaves the handle at once.
    addEventListener(
      "pointermove",
      ({ clientY }) => {
        to = placeAt(list.current, from, clientY);
        setDragged({ from, to });
      },
      { signal },
    );
    addEventListener(
      "pointerup",
      () => {
        end();
        if (to !== from) onMove(from, to);
      },
      { signal },
    );
    addEventListener("pointercancel", end, { signal });
    addEventListener(
      "keydown",
      ({ key }) => {
        if (key === "Escape") end();
      },
      { signal },
    );
  };
  return { dragged, begin };
}

/** Returns the place that a row gets at a height: behind all others whose middle is above it. */
function placeAt(list: HTMLElement | null, from: number, y: number): number {
  const others = [...(list?.children ?? [])].filter((_, place) => place !== from);
  return others.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return (top + bottom) / 2 < y;
  }).length;
}
