import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { drawWaveform, type TimeRange } from "./draw-waveform.js";
import type { Waveform } from "./waveform.js";

interface WaveformCanvasProps extends TimeRange {
  readonly waveform: Waveform;
  /** Width as shown, pixels. */
  readonly width: number;
  readonly class: string;
}

/** A part of a waveform, as a picture that others describe. */
export function WaveformCanvas(props: WaveformCanvasProps): JSX.Element {
  const { waveform, from, to, width } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDark = useMedia("(prefers-color-scheme: dark)");
  useEffect(() => {
    if (canvas.current) drawWaveform(canvas.current, waveform, { from, to });
  }, [waveform, from, to, width, isDark]);
  return <canvas ref={canvas} class={props.class} style={{ width: `${String(width)}px` }} />;
}

/** Whether a media query holds, as it changes. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = (): void => {
      setHolds(media.matches);
    };
    media.addEventListener("change", change);
    return () => {
      media.removeEventListener("change", change);
    };
  }, [query]);
  return holds;
}
