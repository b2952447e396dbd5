import type { JSX, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DrawnTimelineFragment } from "../generated/documents.js";
import { useWidth } from "../parts/use-width.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { TimelineDrawing } from "./timeline-drawing.js";
import { WaveformCanvas } from "../waveform/waveform-canvas.js";
import type { Waveform } from "../waveform/waveform.js";
import { FirstBarHandle } from "./first-bar-handle.js";
import { usePosition, type Playback } from "../playback/use-playback.js";
import { formatField } from "../parts/field-value.js";
import { formatClock } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import type { TimeRange } from "../waveform/draw-waveform.js";

interface TrackTimelineProps {
  readonly timeline: DrawnTimelineFragment;
  readonly title: string;
  readonly playback: Playback;
  /** `null` while there is none; the loudness then stands for it. */
  readonly waveform: Waveform | null;
  /** States where the first bar begins, seconds; `null` where the reader may not. */
  readonly onFirstBar: ((seconds: number) => void) | null;
}

const ZOOM_STEP = 2;
const LARGEST_PIXELS_PER_SECOND = 100;

/** From this scale on, beats are far enough apart to be seen. */
const BEATS_PIXELS_PER_SECOND = 14;

/** The track over time: sections, curves, keys, and beats where there is room, with the playhead. */
export function TrackTimeline(props: TrackTimelineProps): JSX.Element {
  const { timeline, title, playback, waveform, onFirstBar } = props;
  const [firstBar] = timeline.downbeats;
  const { track: texts } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const playhead = useRef<SVGLineElement>(null);
  const width = useWidth(frame);
  const [zoom, setZoom] = useState(1);
  const [scrolled, setScrolled] = useState(0);
  const length = Math.max(timeline.coveredSeconds, 1);
  const largest = Math.max(1, (LARGEST_PIXELS_PER_SECOND * length) / Math.max(width, 1));
  const pixelsPerSecond = (width * Math.min(zoom, largest)) / length;
  const hasBeats = pixelsPerSecond >= BEATS_PIXELS_PER_SECOND;
  const change = (factor: number): void => {
    setZoom((last) => Math.min(largest, Math.max(1, last * factor)));
  };
  usePosition(playback, (seconds) => {
    movePlayhead(playhead.current, frame.current, seconds * pixelsPerSecond);
  });
  useEffect(() => {
    playhead.current?.setAttribute(
      "transform",
      `translate(${String(playback.position() * pixelsPerSecond)} 0)`,
    );
  }, [pixelsPerSecond, playback]);
  useWheelZoom(frame, change);
  useEffect(() => {
    setScrolled(frame.current?.scrollLeft ?? 0);
  }, [pixelsPerSecond]);
  const shown = { from: scrolled / pixelsPerSecond, to: (scrolled + width) / pixelsPerSecond };
  const hasPlayhead = playback.state === "ready";
  const hasWaveform = waveform !== null;
  // Not drawn anew while it is only scrolled.
  const drawing = useMemo(() => {
    const labels = timeline.sections.map(({ label }) => label).join(" ");
    return (
      <TimelineDrawing
        timeline={timeline}
        pixelsPerSecond={pixelsPerSecond}
        hasBeats={hasBeats}
        hasWaveform={hasWaveform}
        label={texts.timelineLabel(title, labels)}
        playhead={playhead}
        hasPlayhead={hasPlayhead}
      />
    );
  }, [timeline, pixelsPerSecond, hasBeats, hasWaveform, texts, title, hasPlayhead]);
  return (
    <section class="part-card" aria-labelledby="track-timeline">
      <div class="track-timeline-head">
        <h2 id="track-timeline" class="part-title">
          {texts.timeline}
        </h2>
        <div class="track-zoom">
          <button
            type="button"
            aria-label={texts.zoomOut}
            disabled={zoom <= 1}
            onClick={() => {
              change(1 / ZOOM_STEP);
            }}
          >
            −
          </button>
          <button
            type="button"
            aria-label={texts.zoomIn}
            title={texts.scrollHint}
            disabled={zoom >= largest}
            onClick={() => {
              change(ZOOM_STEP);
            }}
          >
            +
          </button>
          <button
            type="button"
            disabled={zoom <= 1}
            onClick={() => {
              setZoom(1);
            }}
          >
            {texts.wholeTrack}
          </button>
        </div>
      </div>
      <Legend hasWaveform={hasWaveform} />
      {waveform && zoom > 1 && (
        <WaveformOverview
          waveform={waveform}
          lengthSeconds={length}
          width={width}
          shown={shown}
          onMove={(seconds) => {
            if (frame.current) frame.current.scrollLeft = seconds * pixelsPerSecond - width / 2;
          }}
        />
      )}
      <div
        class="track-timeline"
        ref={frame}
        tabIndex={0}
        role="group"
        aria-labelledby="track-timeline"
        onScroll={(event) => {
          setScrolled(event.currentTarget.scrollLeft);
        }}
        onClick={(event) => {
          playback.seek(secondsAt(event, pixelsPerSecond));
        }}
      >
        {width > 0 && waveform && (
          <WaveformCanvas {...shown} class="wave-lane" waveform={waveform} width={width} />
        )}
        {width > 0 && drawing}
        {hasBeats && onFirstBar && firstBar !== undefined && (
          <FirstBarHandle
            seconds={firstBar}
            lengthSeconds={length}
            pixelsPerSecond={pixelsPerSecond}
            onMoved={onFirstBar}
          />
        )}
      </div>
      {!hasBeats && <p class="track-hint">{texts.zoomForBeats}</p>}
      <TimelineTable timeline={timeline} />
    </section>
  );
}

function Legend({ hasWaveform }: { readonly hasWaveform: boolean }): JSX.Element {
  const { track: texts, waveform } = useTexts();
  return (
    <p class="track-legend" aria-hidden="true">
      {hasWaveform ? (
        <span class="track-legend-waveform">{waveform.name}</span>
      ) : (
        <span class="track-legend-loudness">{texts.curveLoudness}</span>
      )}
      <span class="track-legend-energy">{texts.curveEnergy}</span>
      <span class="track-legend-tempo">{texts.curveTempo}</span>
    </p>
  );
}

/** Ctrl and the wheel zoom; the wheel alone scrolls the page, as everywhere. */
function useWheelZoom(
  element: RefObject<HTMLElement | null>,
  change: (factor: number) => void,
): void {
  useEffect(() => {
    const { current } = element;
    const zoom = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      change(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
    };
    current?.addEventListener("wheel", zoom, { passive: false });
    return () => {
      current?.removeEventListener("wheel", zoom);
    };
  });
}

/** Moves the playhead, and keeps it in sight while the timeline is wider than its frame. */
function movePlayhead(line: SVGLineElement | null, frame: HTMLElement | null, x: number): void {
  line?.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
  if (!frame || frame.scrollWidth <= frame.clientWidth) return;
  if (x < frame.scrollLeft || x > frame.scrollLeft + frame.clientWidth * 0.9) {
    frame.scrollLeft = x - frame.clientWidth * 0.1;
  }
}

function secondsAt(event: MouseEvent, pixelsPerSecond: number): number {
  const frame = event.currentTarget as HTMLElement;
  const x = event.clientX - frame.getBoundingClientRect().left + frame.scrollLeft;
  return x / pixelsPerSecond;
}

/** The sections of a timeline with their values, for those who do not see the picture. */
function TimelineTable(props: { readonly timeline: DrawnTimelineFragment }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { track, fields } = texts;
  const shown = (field: string, value: number | null): string =>
    value === null ? track.none : formatField(texts, language, field, value);
  return (
    <details class="track-table">
      <summary>{track.timelineTable}</summary>
      <div class="track-table-frame" tabIndex={0} role="group" aria-label={track.timelineTable}>
        <table>
          <thead>
            <tr>
              {[
                track.section,
                track.from,
                track.length,
                fields.loudness,
                fields.energy,
                fields.tempo,
                fields.key,
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.timeline.sections.map((section) => (
              <tr key={section.startSeconds}>
                <th scope="row">{section.label}</th>
                <td>{formatClock(language, section.startSeconds)}</td>
                <td>{formatClock(language, section.durationSeconds)}</td>
                <td>{shown("loudness", section.loudness)}</td>
                <td>{shown("energy", section.energy)}</td>
                <td>{shown("tempo", section.tempo)}</td>
                <td>{keyNameIn(texts, section.key, section.mode) ?? track.none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

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
function WaveformOverview(props: WaveformOverviewProps): JSX.Element {
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
