import type { TagField, TagItem } from "../../domain/tagging/tag-field.js";
import type { TagSettings } from "../../domain/tagging/tag-settings.js";
import type { TagValue } from "./tag-values.js";

/**
 * What becomes of a measured value: it is added, replaces others, is there already, is not written
 * because somebody else's value is there, or because it is not certain enough.
 */
export type TagOutcome = "add" | "replace" | "same" | "kept" | "uncertain";

/** The decision about one field of a file. */
export interface TagDecision {
  readonly field: TagField;
  /** The values that the file has. */
  readonly before: readonly TagItem[];
  readonly value: string;
  readonly outcome: TagOutcome;
}

/** Returns whether a decision changes the file. */
export function isChange({ outcome }: Pick<TagDecision, "outcome">): boolean {
  return outcome === "add" || outcome === "replace";
}

/**
 * Decides about a measured value. What is not known to have been written by Overtone counts as written
 * by a person.
 *
 * @param items all values of the file
 * @param ours the values that Overtone has last written to the file
 */
export function decideTag(
  { field, value, confidence }: TagValue,
  items: readonly TagItem[],
  ours: ReadonlyMap<TagField, string>,
  settings: Pick<TagSettings, "minConfidence" | "isOverwriting">,
): TagDecision {
  const before = items.filter((item) => item.field === field);
  const decided = { field, before, value };
  const present = before.filter((item) => !isEmpty(item));
  if (present.length > 0 && present.every((item) => item.value === value)) {
    return { ...decided, outcome: "same" };
  }
  if (confidence < settings.minConfidence) return { ...decided, outcome: "uncertain" };
  if (before.some(({ isFixed }) => isFixed)) return { ...decided, outcome: "kept" };
  if (present.length === 0) return { ...decided, outcome: "add" };
  const isOurs = present.every((item) => item.value === ours.get(field));
  return { ...decided, outcome: isOurs || settings.isOverwriting ? "replace" : "kept" };
}

/** Whether a value says nothing: programs write a tempo of 0 where they know none. */
function isEmpty({ field, value }: TagItem): boolean {
  return value.trim() === "" || (field === "bpm" && Number(value) === 0);
}
