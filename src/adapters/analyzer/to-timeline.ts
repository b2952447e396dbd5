import { packSegments } from "../../domain/analysis/segments.js";
import {
  sectionLabelFrom,
  type Curve,
  type LocalKey,
  type Section,
  type Timeline,
} from "../../domain/analysis/timeline.js";
import type {
  Curve as CurveFeatures,
  LocalKeyFeatures,
  SectionFeatures,
  TimelineFeatures,
} from "../../dsp/index.js";
import { rounded, roundedOrNull, SECONDS_DECIMALS } from "./rounded.js";

const LOUDNESS_DECIMALS = 1;
const TEMPO_DECIMALS = 2;
/** Decimals of energy over time: it is drawn, and not compared. */
const ENERGY_DECIMALS = 3;

/** Translates the features over time to the domain's timeline; a part of `toAnalysis`. */
export function toTimeline(features: TimelineFeatures): Timeline {
  return {
    sections: features.sections.map(toSection),
    loudnessCurve: toCurve(features.loudness, LOUDNESS_DECIMALS),
    energyCurve: toCurve(features.energy, ENERGY_DECIMALS),
    tempoCurve: toCurve(features.tempo, TEMPO_DECIMALS),
    tempoStability: roundedOrNull(features.tempoStability),
    localKeys: features.localKeys.map(toLocalKey),
    segments: packSegments(features.segments),
    tatumsPerBeat: features.tatumsPerBeat,
  };
}

function toCurve({ hopSeconds, values }: CurveFeatures, decimals: number): Curve {
  return { hopSeconds, values: values.map((value) => roundedOrNull(value, decimals)) };
}

function toSection(features: SectionFeatures): Section {
  const { kind, confidence, loudness, energy, tempo, key, mode, timeSignature } = features;
  return {
    ...timeSpan(features),
    label: sectionLabelFrom(kind),
    confidence: rounded(confidence),
    loudness: roundedOrNull(loudness, LOUDNESS_DECIMALS),
    energy: roundedOrNull(energy, ENERGY_DECIMALS),
    tempo: roundedOrNull(tempo.value, TEMPO_DECIMALS),
    tempoConfidence: rounded(tempo.confidence),
    key: key.value,
    keyConfidence: rounded(key.confidence),
    mode: mode.value,
    modeConfidence: rounded(mode.confidence),
    timeSignature: timeSignature.value,
    timeSignatureConfidence: rounded(timeSignature.confidence),
  };
}

function toLocalKey({ tonic, mode, confidence, ...span }: LocalKeyFeatures): LocalKey {
  return {
    ...timeSpan(span),
    tonic,
    mode: mode === "major" ? 1 : 0,
    confidence: rounded(confidence),
  };
}

/** Returns start and duration. Both ends are rounded, so that each span begins where the one before ends. */
function timeSpan(span: {
  readonly startSeconds: number;
  readonly endSeconds: number;
}): Pick<Section, "startSeconds" | "durationSeconds"> {
  const startSeconds = rounded(span.startSeconds, SECONDS_DECIMALS);
  const endSeconds = rounded(span.endSeconds, SECONDS_DECIMALS);
  return { startSeconds, durationSeconds: rounded(endSeconds - startSeconds, SECONDS_DECIMALS) };
}
