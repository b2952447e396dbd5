import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useState } from "preact/hooks";
import { formatNumber } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";

/** How far an arrow key moves the first bar, alone and with Shift; seconds. */
const STEP_SECONDS = 0.01;
const LARGE_STEP_SECONDS = 0.1;

interface FirstBarHandleProps {
  /** Where the first bar begins, seconds. */
  readonly seconds: number;
  /** The length of the audio, seconds. */
  readonly lengthSeconds: number;
  readonly pixelsPerSecond: number;
  /** States another time, seconds. */
  readonly onMoved: (seconds: number) => void;
}

/** A handle at the first bar of a timeline. A pointer drags it; the arrow keys move it, and Enter states its place. */
export function FirstBarHandle(props: FirstBarHandleProps): JSX.Element {
  const { seconds, lengthSeconds, pixelsPerSecond, onMoved } = props;
  const { correct } = useTexts();
  const language = useLanguage();
  const [moved, setMoved] = useState<number | null>(null);
  const shown = moved ?? seconds;
  const moveTo = (time: number): void => {
    setMoved(Math.min(lengthSeconds, Math.max(0, Math.round(time * 1000) / 1000)));
  };
  const state = (): void => {
    if (moved !== null && moved !== seconds) onMoved(moved);
    setMoved(null);
  };
  const drag = (event: TargetedPointerEvent<HTMLElement>): void => {
    if (event.buttons === 0) return;
    const frame = event.currentTarget.parentElement;
    if (frame === null) return;
    const x = event.clientX - frame.getBoundingClientRect().left + frame.scrollLeft;
    moveTo(x / pixelsPerSecond);
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = event.shiftKey ? LARGE_STEP_SECONDS : STEP_SECONDS;
    const actions: Partial<Record<string, () => void>> = {
      ArrowLeft: () => {
        moveTo(shown - step);
      },
      ArrowRight: () => {
        moveTo(shown + step);
      },
      Enter: state,
      Escape: () => {
        setMoved(null);
      },
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  return (
    <div
      class="track-first-bar"
      style={{ left: `${(shown * pixelsPerSecond).toFixed(1)}px` }}
      title={correct.firstBarHint}
      role="slider"
      tabIndex={0}
      aria-label={correct.firstBar}
      aria-valuemin={0}
      aria-valuemax={lengthSeconds}
      aria-valuenow={shown}
      aria-valuetext={correct.seconds(formatNumber(language, shown, 2))}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={state}
      onPointerCancel={() => {
        setMoved(null);
      }}
      onClick={(event) => {
        event.stopPropagation();
      }}
      onKeyDown={press}
    />
  );
}
