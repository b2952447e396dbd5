import { z } from "zod";
import {
  byField,
  descriptors,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
  type Mood,
} from "../../domain/analysis/descriptors.js";
import {
  knownFlagNames,
  knownFlags,
  knownNumberNames,
  knownNumbers,
  knownTimeNames,
  knownTimes,
  type KnownTime,
} from "../../domain/catalogue/known-fields.js";
import { boundLimitsOf, confidenceLimits } from "../../domain/catalogue/track-filter.js";
import { collapses, parseCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import { KIND_TEXT, kindConditions } from "../../domain/analysis/recording-kind.js";
import { groupText, SOUND_TEXT, weightNames } from "../../domain/catalogue/similarity.js";
import { isSeparated, textTags, textTagNames } from "../../domain/catalogue/text-tags.js";
import { PRESENCE_TEXT, recordingPresences } from "../../domain/track/recording-presence.js";
import { wordsShape } from "../shapes/track-shapes.js";
import { readBy, textOf } from "../shapes/url-parameters.js";

const text = z.string().optional();
/** The bounds of a value, by the names of their parameters. */
const boundsOf = <Name extends string>(
  names: readonly Name[],
  describe: (name: Name) => { readonly what: string } & ReturnType<typeof boundLimitsOf>,
) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { what, min, max } = describe(name);
      const least = min === -Infinity ? z.number() : z.number().min(min);
      const number = textOf((max === Infinity ? least : least.max(max)).optional());
      return [
        [`${name}.gte`, number.describe(`The minimum ${what}.`)],
        [`${name}.lte`, number.describe(`The maximum ${what}.`)],
      ];
    }),
  ) as Record<`${Name}.${"gte" | "lte"}`, ReturnType<typeof textOf>>;

/** A day, or a time with its zone. */
const timeShape = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The bounds of times, by the names of their parameters. */
const timeBounds = Object.fromEntries(
  knownTimeNames.flatMap((field) => [
    [
      `${field}.gte`,
      textOf(timeShape.optional()).describe(
        `The earliest ${knownTimes[field].what}, ISO 8601: a day in UTC, or a time with its zone.`,
      ),
    ],
    [
      `${field}.lte`,
      textOf(timeShape.optional()).describe(
        `The latest ${knownTimes[field].what}; a day is meant to its end.`,
      ),
    ],
  ]),
) as Record<`${KnownTime}.${"gte" | "lte"}`, ReturnType<typeof textOf>>;

/** Which recordings count as one. */
export const collapseParameter = (
  defaultValue: Collapse,
): ReturnType<typeof readBy<Collapse | undefined>> =>
  readBy(z.enum(collapses).default(defaultValue), parseCollapse).describe(
    "Which recordings count as one: with `performance` those of one performance, as their sound shows, of which the first is returned; with `none` each counts by itself. Names never count.",
  );

/** The conditions on analysed tracks, of which the domain reads the texts (`filterFromTexts`). */
export const filterParameters = {
  text: textOf(wordsShape.optional()).describe(
    "Words that occur in the artist or title, in any order. Letter case, diacritics and punctuation are ignored; a text that consists only of symbols is searched for as it is.",
  ),
  source: textOf(wordsShape.optional()).describe("The audio source.").meta({ example: "library" }),
  kind: textOf(z.enum(kindConditions).optional()).describe(KIND_TEXT),
  ...byField(textTags, (field) =>
    textOf(z.string().min(1).optional()).describe(
      `The ${textTagNames[field]} of the track${isSeparated(field) ? ", or several separated by `;`, of which it must have one" : ""}${field === "folder" ? ", with all below it" : ""}. Letter case, diacritics and punctuation are ignored.`,
    ),
  ),
  ...byField(integerFields, (field) => {
    const { min = 0, max, meaning = "" } = descriptors[field].integers ?? {};
    const value =
      max === undefined || max === Infinity ? z.int().min(min) : z.int().min(min).max(max);
    return textOf(value.optional()).describe(meaning);
  }),
  keyIn: text
    .describe(
      "Keys, separated by commas, in the notations of `camelotCompatibleWith`; the track must have one of them.",
    )
    .meta({ example: "8A,A major,2d" }),
  camelotCompatibleWith: text
    .describe(
      "A key that the key of the track is compatible with on the Camelot wheel: the same key, one step to either side, or the relative key. Written as Camelot (`8A`), Open Key (`1m`) or a name (`A minor`, `Am`, `Bb`; a sharp is `%23` in a URL).",
    )
    .meta({ example: "8A" }),
  ...boundsOf(knownNumberNames, (field) => ({
    what: knownNumbers[field].what,
    ...knownNumbers[field].limits,
  })),
  ...timeBounds,
  ...byField(knownFlagNames, (field) =>
    textOf(z.boolean().optional()).describe(`${knownFlags[field].what}.`),
  ),
  presence: textOf(z.enum(recordingPresences).optional()).describe(PRESENCE_TEXT),
  foldTempo: textOf(z.boolean().default(false)).describe(
    "Whether a tempo is also within the bounds of `tempo` where its double or half is.",
  ),
  ...boundsOf(rangeFields, (field) => ({
    what: `${descriptors[field].label}, ${descriptors[field].unit}`,
    ...boundLimitsOf(field),
  })),
  ...boundsOf(
    moods.map((mood) => `mood.${mood}` as const),
    (name) => {
      const mood = name.slice("mood.".length) as Mood;
      return { what: `${mood}, in [0, 1]`, ...boundLimitsOf(mood) };
    },
  ),
  ...boundsOf(
    estimateFields.map((field) => `confidence.${field}` as const),
    (name) => ({
      what: `confidence of \`${name.replace("confidence.", "")}\`, in [0, 1]`,
      ...confidenceLimits,
    }),
  ),
};

export const weightShape = z
  .number()
  .min(0)
  .max(100)
  .default(1)
  .describe("A factor on the default weight; 0 leaves it out.");

/** The factors of what tracks are compared by, of which the domain reads the texts (`parseSimilarityWeights`). */
export const weightParameters = Object.fromEntries(
  weightNames.map((name) => {
    const group = groupText(name);
    const meaning = group
      ? `The factor of ${group} together, multiplied with their own factors.`
      : `The factor of ${name === "sound" ? SOUND_TEXT : `\`${name}\``}.`;
    return [`weights.${name}`, textOf(weightShape).describe(meaning)];
  }),
) as Record<`weights.${(typeof weightNames)[number]}`, ReturnType<typeof textOf>>;
