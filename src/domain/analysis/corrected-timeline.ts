import { valueOf, type Analysis } from "./analysis.js";
import { descriptors } from "./descriptors.js";
import { tempoRatioOf } from "./tempo-ratio.js";
import type { Timeline } from "./timeline.js";

const MAX_TATUMS = 4;

/**
 * Returns a timeline that does not contradict what the user states. Where the stated tempo is a simple multiple or
 * fraction of the measured one, so are the tempos at all times and of all sections; without a beat they are `null`.
 * Sections of the measured metre have the stated one. Anything else stays as it was measured, the keys of parts too:
 * a key is stated of the whole.
 *
 * @param timeline as it was measured
 */
export function correctedTimeline(timeline: Timeline, { corrected }: Analysis): Timeline {
  if (corrected === undefined) return timeline;
  const { stated, measured } = corrected;
  const tempoChange = tempoChangeOf(stated.tempo, valueOf(measured, "tempo"));
  const metre = stated.timeSignature;
  const measuredMetre = valueOf(measured, "timeSignature");
  const isOfMetre = (beats: number | null): boolean =>
    typeof metre === "number" && beats !== null && beats === measuredMetre;
  return {
    ...timeline,
    sections: timeline.sections.map((section) => ({
      ...section,
      tempo: tempoChange(section.tempo),
      timeSignature: isOfMetre(section.timeSignature) ? Number(metre) : section.timeSignature,
    })),
    tempoCurve: { ...timeline.tempoCurve, values: timeline.tempoCurve.values.map(tempoChange) },
    ...(stated.tempo === null && { tempoStability: null, tatumsPerBeat: null }),
    ...(typeof timeline.tatumsPerBeat === "number" &&
      typeof stated.tempo === "number" && {
        tatumsPerBeat: tatumsAfter(timeline.tatumsPerBeat, tempoChange),
      }),
  };
}

type TempoChange = (bpm: number | null) => number | null;

function tempoChangeOf(stated: unknown, measured: number | null): TempoChange {
  if (stated === null) return () => null;
  const ratio =
    typeof stated === "number" && measured !== null ? tempoRatioOf(stated, measured) : undefined;
  if (ratio === undefined || ratio.beats === ratio.measured) return (bpm) => bpm;
  const { decimals } = descriptors.tempo;
  return (bpm) =>
    bpm === null ? null : Number(((bpm * ratio.beats) / ratio.measured).toFixed(decimals));
}

/** Returns into how many parts the same strokes divide a beat of another tempo, integer in [1, 4]. */
function tatumsAfter(tatums: number, tempoChange: TempoChange): number {
  const factor = tempoChange(1) ?? 1;
  return Math.min(MAX_TATUMS, Math.max(1, Math.round(tatums / factor)));
}
