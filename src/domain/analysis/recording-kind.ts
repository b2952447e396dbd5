import { parseOneOf } from "../parse-one-of.js";
import type { ReleaseDetails } from "../track/release-details.js";
import type { Estimate } from "./analysis.js";

/** What a recording is: music, people who speak, or other sounds, such as those of nature. */
export const recordingKinds = ["music", "speech", "other"] as const;

export type RecordingKind = (typeof recordingKinds)[number];

/** What says what a recording is: the genre in its tags, or its estimates by a rule of this project. */
export const kindMethods = ["tags", "heuristic"] as const;

/** What a recording is taken for, and by what. */
export interface KindEstimate {
  /** `null` where nothing could be measured, as of silence, and no tag says it. */
  readonly value: RecordingKind | null;
  /**
   * [0, 1]: 1 where a tag says it, for music the greater one of the confidences of tempo and key, for speech that of
   * speechiness, and 0 where the value is `null`.
   */
  readonly confidence: number;
  readonly method: (typeof kindMethods)[number];
}

/** Genres of the tags that say that a recording is no music. */
const GENRES: readonly (readonly [RecordingKind, RegExp])[] = [
  [
    "speech",
    /^(?:audio[ -]?books?|audio theatre|h(?:ö|oe)rb(?:u|ü|ue)ch(?:er)?|h(?:ö|oe)rspiele?|livres? audio|audiolibros?|speech|spoken(?: ?word)?|podcasts?|radio ?(?:play|drama)s?|talk|lectures?|interviews?|sermons?)$/iu,
  ],
  ["other", /^(?:field[ -]?recordings?|sound[ -]?effects?|sfx|nature(?: sounds?)?|white noise)$/iu],
];

/** Speechiness from which a recording may be speech; of music it is seldom as large. */
const MIN_SPEECHINESS = 0.3;

/** Confidence of tempo or key from which a recording counts as music, however it sounds. */
const MIN_MUSICAL_CONFIDENCE = 0.003;

/** The estimates that tell speech from music. */
type TellingEstimates = Readonly<
  Record<"speechiness" | "tempo" | "key", Pick<Estimate, "value" | "confidence">>
>;

/**
 * Returns what a recording is: what the genre in its tags says, else speech where it sounds like speech and has
 * neither a tempo nor a key of any confidence, else music. The confidences of tempo and key contain the probability
 * that there is music at all. Where it is in doubt, it is music. The length and the number of parts of an album count
 * for nothing: mixes, concerts and operas have those of audiobooks.
 */
export function kindOf({
  estimates,
  release,
}: {
  readonly estimates: TellingEstimates;
  readonly release?: Pick<ReleaseDetails, "genre"> | undefined;
}): KindEstimate {
  const tagged = taggedKindOf(release?.genre);
  if (tagged !== undefined) return { value: tagged, confidence: 1, method: "tags" };
  const { speechiness, tempo, key } = estimates;
  const method = "heuristic";
  if (speechiness.value === null) return { value: null, confidence: 0, method };
  const musical = Math.max(tempo.confidence, key.confidence);
  const isSpeech = speechiness.value >= MIN_SPEECHINESS && musical < MIN_MUSICAL_CONFIDENCE;
  return isSpeech
    ? { value: "speech", confidence: speechiness.confidence, method }
    : { value: "music", confidence: musical, method };
}

function taggedKindOf(genre: string | undefined): RecordingKind | undefined {
  const genres = genre?.split(";").map((one) => one.trim()) ?? [];
  return GENRES.find(([, pattern]) => genres.some((one) => pattern.test(one)))?.[0];
}

/** What clients ask for: recordings of a kind, or of any. */
export const kindConditions = [...recordingKinds, "any"] as const;

export type KindCondition = (typeof kindConditions)[number];

/**
 * Parses which kind of recordings a client asks for; `undefined` where absent.
 *
 * @throws {InvalidInputError} no such kind
 */
export const parseKindCondition = (
  text: string | undefined,
  parameter: string,
): KindCondition | undefined => parseOneOf(text, kindConditions, parameter);

/** Returns whether a kind is one that a client asks for; what is not known may be music. */
export const isOfKind = (kind: RecordingKind | null, wanted: KindCondition): boolean =>
  wanted === "any" || (kind ?? "music") === wanted;

/** What the confidence of a kind means, for the descriptions of both edges. */
export const KIND_CONFIDENCE_TEXT =
  "The confidence, in [0, 1]: 1 where a tag says it, for music the greater one of the confidences of tempo and key, for speech that of speechiness.";

/** What the condition on the kind means, for the descriptions of both edges. */
export const KIND_TEXT =
  "What the recording is. By default any kind in lists and exports, and music in similar tracks, mixes and playlists.";
