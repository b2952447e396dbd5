import { keyRelationBetween, type KeyRelation } from "../analysis/key-relation.js";
import type { MixTransition } from "./mix-path.js";
import { camelotFrom, type MusicalKey } from "../analysis/musical-key.js";
import type { SimilarityField } from "./similarity.js";

type Values = Readonly<Record<SimilarityField, number | null>>;

/** Smaller changes are not mentioned: of tempo in per cent, of the rest in [0, 1]. */
const MIN_PERCENT = 0.5;
const MIN_CHANGE = 0.05;

/** Texts for a change in mood: for an increase, for a decrease. */
const moodTexts = {
  energy: ["more energy", "less energy"],
  valence: ["brighter", "darker"],
  arousal: ["livelier", "calmer"],
} as const satisfies Partial<Record<SimilarityField, readonly [string, string]>>;

const relationTexts: Readonly<Record<KeyRelation, string>> = {
  same: "same key",
  relative: "relative key",
  fifth_up: "a fifth up",
  fifth_down: "a fifth down",
  parallel: "parallel key",
  distant: "distant key",
  unknown: "key unknown",
};

/** Describes the transition from one track of a mix to the next, in numbers and as text. */
export function mixTransitionBetween(from: Values, to: Values): MixTransition {
  const [fromKey, toKey] = [keyOf(from), keyOf(to)];
  const keyRelation = keyRelationBetween(fromKey, toKey);
  const tempoChangePercent = tempoChange(from.tempo, to.tempo);
  const changes = {
    energyChange: change(from.energy, to.energy),
    valenceChange: change(from.valence, to.valence),
    arousalChange: change(from.arousal, to.arousal),
  };
  const keys = [fromKey, toKey].flatMap((key) => (key === null ? [] : [camelotFrom(key)]));
  const wheel = new Set(keys.length < 2 ? [] : keys);
  const key = wheel.size === 0 ? "" : ` (${[...wheel].join(" to ")})`;
  const why = [
    tempoText(tempoChangePercent),
    relationTexts[keyRelation] + key,
    ...moodChanges(changes),
  ].join(", ");
  return { tempoChangePercent, keyRelation, ...changes, why };
}

/** Returns the key of a track; `null` where it is not known. */
export function keyOf({ key, mode }: Values): MusicalKey | null {
  return key === null || mode === null ? null : { tonic: key, mode: mode === 1 ? 1 : 0 };
}

function tempoChange(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : rounded((to / from - 1) * 100, 1e2);
}

function change(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : rounded(to - from, 1e4);
}

/** Rounds a value; never returns -0, which JSON cannot represent. */
const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps + 0;

function tempoText(percent: number | null): string {
  if (percent === null) return "tempo unknown";
  if (Math.abs(percent) < MIN_PERCENT) return "same tempo";
  return `${Math.abs(percent).toFixed(1)} % ${percent > 0 ? "faster" : "slower"}`;
}

/** Describes the changes in mood, the largest change first. */
function moodChanges({
  energyChange,
  valenceChange,
  arousalChange,
}: Pick<MixTransition, "energyChange" | "valenceChange" | "arousalChange">): readonly string[] {
  const changes = [
    { by: valenceChange, texts: moodTexts.valence },
    { by: arousalChange, texts: moodTexts.arousal },
    { by: energyChange, texts: moodTexts.energy },
  ].flatMap(({ by, texts }) =>
    by === null ? [] : [{ size: Math.abs(by), text: texts[by > 0 ? 0 : 1] }],
  );
  const known = changes.filter(({ size }) => size >= MIN_CHANGE);
  if (changes.length > 0 && known.length === 0) return ["same mood"];
  return known.sort((one, other) => other.size - one.size).map(({ text }) => text);
}
