import { registerEnumType } from "type-graphql";
import type { DuplicateOrder } from "../../domain/duplicates/duplicate-conditions.js";
import type { DuplicateKind } from "../../domain/duplicates/duplicate-sets.js";
import type { UnchangedPresence } from "../../domain/library/file-presence.js";

/** Why files are duplicates, by their enum values. */
export const duplicateKindValues = {
  COPIES: "copies",
  SAME_PERFORMANCE: "samePerformance",
} as const satisfies Record<string, DuplicateKind>;

registerEnumType(duplicateKindValues, {
  name: "DuplicateKind",
  description: "Why files are duplicates.",
  valuesConfig: {
    COPIES: { description: "They hold one recording: the same encoded audio." },
    SAME_PERFORMANCE: {
      description: "They hold recordings of one performance, as their sound shows.",
    },
  },
});

/** Orders of groups, by their enum values. */
export const duplicateOrderValues = {
  BYTES: "bytes",
  NAME: "name",
} as const satisfies Record<string, DuplicateOrder>;

registerEnumType(duplicateOrderValues, {
  name: "DuplicateOrder",
  description: "An order of groups of duplicates.",
  valuesConfig: {
    BYTES: { description: "Those that would free the most bytes first." },
    NAME: { description: "By artist and title of the recording that would be kept." },
  },
});

/** What the disk says of a file, by its enum values. */
export const presenceValues = {
  HERE: "here",
  AWAY: "away",
  ELSEWHERE: "elsewhere",
} as const satisfies Record<string, UnchangedPresence>;

registerEnumType(presenceValues, {
  name: "FilePresence",
  description: "Whether this server can read a file.",
  valuesConfig: {
    HERE: { description: "It can, and the file is as it was measured." },
    AWAY: { description: "The folder or disk of the file cannot be read now." },
    ELSEWHERE: {
      description:
        "This server has no such file: another machine has it, or it was removed since the last scan.",
    },
  },
});
