import type { JSX, RefObject } from "preact";
import type { DrawnTimelineFragment } from "../generated/documents.js";
import { formatClock } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { useLanguage, useTexts } from "../texts/language.js";
import {
  AXIS_TOP,
  CURVE_HEIGHT,
  CURVE_TOP,
  KEY_HEIGHT,
  KEY_TOP,
  LOUDNESS_BOUNDS,
  SECTION_HEIGHT,
  SHARE_BOUNDS,
  TIMELINE_HEIGHT,
  areaPath,
  axisTimes,
  linePath,
  tempoBounds,
  tickPath,
} from "./timeline-lanes.js";

interface TimelineDrawingProps {
  readonly timeline: DrawnTimelineFragment;
  readonly pixelsPerSecond: number;
  readonly hasBeats: boolean;
  /** Whether the waveform stands in place of the loudness. */
  readonly hasWaveform: boolean;
  readonly label: string;
  readonly playhead: RefObject<SVGLineElement | null>;
  readonly hasPlayhead: boolean;
}

/** The picture of a timeline at a scale. */
export function TimelineDrawing(props: TimelineDrawingProps): JSX.Element {
  const { timeline, pixelsPerSecond, hasBeats, hasWaveform, label, playhead, hasPlayhead } = props;
  const end = timeline.coveredSeconds;
  const width = Math.max(1, Math.floor(end * pixelsPerSecond));
  return (
    <svg width={width} height={TIMELINE_HEIGHT} role="img" aria-label={label}>
      <Sections {...props} />
      {!hasWaveform && (
        <path
          class="track-area"
          d={areaPath(timeline.loudnessCurve, pixelsPerSecond, LOUDNESS_BOUNDS, end)}
        />
      )}
      {hasBeats && (
        <>
          <path class="track-beats" d={tickPath(timeline.beats, pixelsPerSecond, 14)} />
          <path
            class="track-bars"
            d={tickPath(timeline.downbeats, pixelsPerSecond, CURVE_HEIGHT)}
          />
        </>
      )}
      <path
        class="track-line-tempo"
        d={linePath(timeline.tempoCurve, pixelsPerSecond, tempoBounds(timeline.tempoCurve))}
      />
      <path
        class="track-line-energy"
        d={linePath(timeline.energyCurve, pixelsPerSecond, SHARE_BOUNDS)}
      />
      <Keys {...props} />
      <Axis {...props} />
      {hasPlayhead && (
        <line class="track-playhead" ref={playhead} x1={0} x2={0} y1={0} y2={AXIS_TOP} />
      )}
    </svg>
  );
}

const COLOUR_COUNT = 6;
const LETTER_WIDTH = 14;

function Sections({ timeline, pixelsPerSecond }: TimelineDrawingProps): JSX.Element {
  const letters = [...new Set(timeline.sections.map(({ label }) => label))];
  return (
    <>
      {timeline.sections.map(({ startSeconds, durationSeconds, label }) => {
        const width = durationSeconds * pixelsPerSecond;
        const colour = letters.indexOf(label) % COLOUR_COUNT;
        return (
          <g key={startSeconds} class={`track-section-${String(colour)}`}>
            <rect
              x={startSeconds * pixelsPerSecond + 1}
              width={Math.max(1, width - 2)}
              height={SECTION_HEIGHT}
              rx={4}
            />
            <rect
              class="track-section-ground"
              x={startSeconds * pixelsPerSecond}
              y={CURVE_TOP}
              width={Math.max(1, width)}
              height={CURVE_HEIGHT}
            />
            {width > LETTER_WIDTH && (
              <text
                x={(startSeconds + durationSeconds / 2) * pixelsPerSecond}
                y={SECTION_HEIGHT / 2}
              >
                {label}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

const NAME_WIDTH = 110;
const CAMELOT_WIDTH = 34;

function Keys({ timeline, pixelsPerSecond }: TimelineDrawingProps): JSX.Element {
  const texts = useTexts();
  return (
    <g class="track-keys">
      {timeline.localKeys.map(({ startSeconds, durationSeconds, key, mode, camelot }) => {
        const width = durationSeconds * pixelsPerSecond;
        const name = keyNameIn(texts, key, mode) ?? "";
        return (
          <g key={startSeconds}>
            <rect
              x={startSeconds * pixelsPerSecond + 1}
              y={KEY_TOP}
              width={Math.max(1, width - 2)}
              height={KEY_HEIGHT}
              rx={4}
            />
            {width > CAMELOT_WIDTH && (
              <text x={startSeconds * pixelsPerSecond + 8} y={KEY_TOP + KEY_HEIGHT / 2}>
                {width > NAME_WIDTH ? `${name} · ${camelot}` : camelot}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

const LAST_NAME_WIDTH = 36;

function Axis({ timeline, pixelsPerSecond }: TimelineDrawingProps): JSX.Element {
  const language = useLanguage();
  const end = timeline.coveredSeconds;
  return (
    <g class="track-axis">
      {axisTimes(end, pixelsPerSecond)
        .filter((time) => (end - time) * pixelsPerSecond > LAST_NAME_WIDTH)
        .map((time) => (
          <text key={time} x={time * pixelsPerSecond + 2} y={AXIS_TOP + 15}>
            {formatClock(language, time)}
          </text>
        ))}
    </g>
  );
}
