import { musicalKeyOf, type AnalysisValues } from "../analysis/analysis.js";
import { estimateFields } from "../analysis/descriptors.js";
import { isOfKind, kindOf } from "../analysis/recording-kind.js";
import { boundsOf, type TrackFilter } from "./catalogue-query.js";
import { knownFlagNames, knownFlags, knownOrderNames, knownOrders } from "./known-fields.js";
import type { Range } from "../range.js";
import { isOfPresence } from "../track/recording-presence.js";
import { comparedTag, comparedTagsOf, tagTextOf, textTags, type TextTag } from "./text-tags.js";
import { searchedNames, searchedWords } from "./searched-words.js";

/**
 * Returns whether one analysis passes a filter, as the catalogue decides for all of them: for tracks
 * that were selected by something else than the catalogue.
 */
export function passesFilter(analysis: AnalysisValues, filter: TrackFilter): boolean {
  const { text, source, kind = "any", keys, tags, confidences, presence = "present" } = filter;
  const { goneAt } = analysis;
  const key = musicalKeyOf(analysis);
  const names = searchedNames(analysis.artist, analysis.trackName);
  return (
    knownOrderNames.every((field) =>
      isWithin(knownOrders[field].of(analysis) ?? null, filter[field]),
    ) &&
    knownFlagNames.every((field) => {
      const wanted = filter[field];
      return wanted === undefined || wanted === knownFlags[field].of(analysis);
    }) &&
    isOfPresence(goneAt !== undefined, presence) &&
    textTags.every((field) => hasOneOf(analysis, field, tags?.[field])) &&
    estimateFields.every(
      (field) =>
        boundsOf(filter, field).some((range) => isWithin(analysis.estimates[field].value, range)) &&
        isWithin(analysis.estimates[field].confidence, confidences?.[field]),
    ) &&
    (source === undefined || analysis.source === source) &&
    isOfKind(kindOf(analysis).value, kind) &&
    (keys?.some(({ tonic, mode }) => tonic === key?.tonic && mode === key.mode) ?? true) &&
    searchedWords(text ?? "").every((word) => names.includes(word))
  );
}

function hasOneOf(
  analysis: AnalysisValues,
  field: TextTag,
  values: readonly string[] | undefined,
): boolean {
  if (values === undefined) return true;
  const wanted = values.map((value) => comparedTag(field, value));
  const own = comparedTagsOf(field, tagTextOf(analysis, field));
  return own.some(({ compared }) => wanted.includes(compared));
}

function isWithin(value: number | null, range: Range | undefined): boolean {
  const { gte = -Infinity, lte = Infinity } = range ?? {};
  if (gte === -Infinity && lte === Infinity) return true;
  return value !== null && value >= gte && value <= lte;
}
