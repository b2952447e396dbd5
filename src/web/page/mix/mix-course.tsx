import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { formatNumber, formatShare } from "../parts/formats.js";
import { useWidth } from "../parts/use-width.js";
import { trackAddressOf } from "../parts/track-address.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { energyLane, keyLane, pathThrough, tempoLane, type LanePoints } from "./course-lanes.js";
import { mixedValuesOf, type MixedTrack, type MixedValues } from "./mixed-track.js";

const LANE_HEIGHT = 124;
const LANE_TOP = 42;
const LANE_BOTTOM = 10;
const SIDE = 26;
/** Labels need so much room, pixels. */
const LABEL_WIDTH = 46;

/** The course of a mix: a line of tempo, one of key and one of energy, from its first track to its last. */
export function MixCourse({ tracks }: { readonly tracks: readonly MixedTrack[] }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const lanes: readonly Lane[] = [
    {
      name: texts.fields.tempo,
      points: tempoLane(tracks),
      label: ({ tempo }) => (tempo === null ? null : formatNumber(language, tempo)),
    },
    { name: texts.fields.key, points: keyLane(tracks), label: ({ camelot }) => camelot },
    {
      name: texts.fields.energy,
      points: energyLane(tracks),
      label: ({ energy }) => (energy === null ? null : formatShare(language, energy)),
    },
  ];
  const spoken = lanes.map(({ name, label }) => {
    const labels = tracks.map((track) => labelOf(track, label) ?? texts.track.none);
    return `${name}: ${labels.join(", ")}.`;
  });
  return (
    <section class="part-card" aria-labelledby="mix-course">
      <h2 id="mix-course" class="part-title">
        {texts.mix.course}
      </h2>
      <div ref={frame}>
        {width > 0 && (
          <svg
            class="mix-course"
            width={width}
            height={lanes.length * LANE_HEIGHT}
            role="img"
            aria-label={spoken.join(" ")}
          >
            {lanes.map((lane, place) => (
              <g key={lane.name} transform={`translate(0 ${String(place * LANE_HEIGHT)})`}>
                <CourseLane lane={lane} tracks={tracks} width={width} />
              </g>
            ))}
          </svg>
        )}
      </div>
    </section>
  );
}

interface Lane {
  readonly name: string;
  readonly points: LanePoints;
  readonly label: (values: MixedValues) => string | null;
}

interface CourseLaneProps {
  readonly lane: Lane;
  readonly tracks: readonly MixedTrack[];
  readonly width: number;
}

function CourseLane({ lane, tracks, width }: CourseLaneProps): JSX.Element {
  const spacing = (width - 2 * SIDE) / Math.max(tracks.length - 1, 1);
  const labelled = Math.ceil(LABEL_WIDTH / spacing);
  const places = lane.points.map((value, step) =>
    value === null
      ? null
      : ([
          SIDE + step * spacing,
          LANE_TOP + (1 - value) * (LANE_HEIGHT - LANE_TOP - LANE_BOTTOM),
        ] as const),
  );
  return (
    <>
      <text class="mix-lane-name" x={0} y={12}>
        {lane.name}
      </text>
      <path class="mix-line" d={pathThrough(places)} />
      {tracks.map((track, step) => {
        const place = places[step];
        if (!place) return null;
        return (
          <g key={trackAddressOf(track)}>
            <circle class="mix-dot" cx={place[0]} cy={place[1]} r={4} />
            {step % labelled === 0 && (
              <text class="mix-value" x={place[0]} y={place[1] - 9}>
                {labelOf(track, lane.label)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function labelOf(track: MixedTrack, label: Lane["label"]): string | null {
  const values = mixedValuesOf(track);
  return values && label(values);
}
