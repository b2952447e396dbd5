import leven from "leven";
import type { Environment } from "./shared-settings.js";
import { environmentSchema } from "./settings.js";

const names = Object.keys(environmentSchema.shape);

/** Shorter names are near to too many variables of other programs. */
const MIN_LENGTH = 7;

const MAX_DISTANCE = 2;

/** Returns a line for each variable whose name is nearly that of a setting, which is named. */
export function misspeltSettings(environment: Environment): readonly string[] {
  return Object.keys(environment).flatMap((given) => {
    const meant = names.includes(given) ? undefined : settingNear(given);
    return meant === undefined || environment[meant] !== undefined
      ? []
      : [`${given} is not a setting: perhaps ${meant} is meant.`];
  });
}

/** Returns by how much two lengths differ, which the distance of two texts is at least. */
const lengthDifference = (one: string, other: string): number =>
  Math.abs(one.length - other.length);

function settingNear(given: string): string | undefined {
  const bare = given.toUpperCase().replace(/^OVERTONE_/u, "");
  if (bare.length < MIN_LENGTH) return undefined;
  const near = names
    .filter((name) => name.length >= MIN_LENGTH && lengthDifference(name, bare) <= MAX_DISTANCE)
    .map((name) => ({ name, distance: leven(bare, name) }))
    .sort((one, other) => one.distance - other.distance)[0];
  return near && near.distance <= MAX_DISTANCE ? near.name : undefined;
}
