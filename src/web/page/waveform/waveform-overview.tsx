import type { JSX } from "preact";
import type { TimeRange } from "./draw-waveform.js";
import type { Waveform } from "./waveform.js";
import { WaveformCanvas } from "./waveform-canvas.js";

interface WaveformOverviewProps {
  readonly waveform: Waveform;
  readonly lengthSeconds: number;
  /** Width as shown, pixels. */
  readonly width: number;
  /** The part that is shown larger. */
  readonly shown: TimeRange;
  /** Shows the part around a position, seconds. */
  readonly onMove: (seconds: number) => void;
}

/**
 * The whole waveform with a frame around the part that is shown larger; a pointer moves the frame. With the keyboard
 * the larger one is scrolled itself.
 */
export function WaveformOverview(props: WaveformOverviewProps): JSX.Element {
  const { waveform, lengthSeconds, width, shown, onMove } = props;
  const share = (seconds: number): string =>
    `${String((Math.min(lengthSeconds, seconds) / lengthSeconds) * 100)}%`;
  const move = (event: PointerEvent): void => {
    const strip = event.currentTarget as HTMLElement;
    const x = event.clientX - strip.getBoundingClientRect().left;
    onMove((x / strip.clientWidth) * lengthSeconds);
  };
  return (
    <div
      class="wave-overview"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons > 0) move(event);
      }}
    >
      <WaveformCanvas
        class="wave-canvas"
        waveform={waveform}
        from={0}
        to={lengthSeconds}
        width={width}
      />
      <span
        class="wave-window"
        style={{ left: share(shown.from), width: share(shown.to - shown.from) }}
      />
    </div>
  );
}
