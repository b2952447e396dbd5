import type { TrackFilterParameters } from "../catalogue/track-filter.js";
import type { GradedField } from "./sentence.js";

/** A word for values that are high or low, the one that it means most first, with its synonyms between commas. */
interface GradedWords {
  readonly wishes: readonly [GradedWish, ...GradedWish[]];
  readonly words: string;
}

type GradedWish = readonly [field: GradedField, level: "high" | "low"];

/**
 * Words for what can be more or less, in English and German. A row is all that a further word needs. German adjectives are
 * written without endings.
 */
export const gradedWords: readonly GradedWords[] = [
  {
    wishes: [
      ["arousal", "low"],
      ["energy", "low"],
    ],
    words:
      "calm, calming, peaceful, tranquil, serene, mellow, gentle, soft, soothing, ruhig, sanft, friedlich, gelassen, beruhigend, zart",
  },
  {
    wishes: [
      ["relaxed", "high"],
      ["arousal", "low"],
    ],
    words:
      "relaxed, relaxing, relax, chill, chilled, chilling, chillout, chill out, laid back, easygoing, lounge, entspannt, entspannend, entspannen, gemütlich, chillig, lässig",
  },
  {
    wishes: [
      ["arousal", "low"],
      ["energy", "low"],
      ["loudness", "low"],
    ],
    words:
      "sleep, sleeping, sleepy, fall asleep, falling asleep, lullaby, bedtime, einschlafen, schlafen, schlaf, schläfrig, meditation, meditate, meditieren, yoga",
  },
  {
    wishes: [
      ["arousal", "high"],
      ["energy", "high"],
    ],
    words:
      "energetic, energising, energizing, lively, powerful, driving, pumping, intense, vigorous, high energy, exciting, energiegeladen, energisch, energetisch, energiereich, kraftvoll, treibend, lebhaft, schwungvoll, mitreißend, wild",
  },
  {
    wishes: [
      ["energy", "high"],
      ["arousal", "high"],
      ["tempo", "high"],
    ],
    words: "workout, working out, gym, running, jogging, training, sport, joggen, laufen, rennen",
  },
  {
    wishes: [
      ["danceability", "high"],
      ["energy", "high"],
      ["happy", "high"],
    ],
    words: "party, parties, partying, club, feiern, fete, feten",
  },
  {
    wishes: [
      ["happy", "high"],
      ["valence", "high"],
    ],
    words:
      "happy, cheerful, joyful, joyous, upbeat, sunny, uplifting, merry, jolly, feel good, fröhlich, heiter, glücklich, lustig, gut gelaunt, beschwingt, freudig, sonnig, munter",
  },
  {
    wishes: [
      ["sad", "high"],
      ["valence", "low"],
    ],
    words:
      "sad, melancholic, melancholy, sorrowful, depressing, mournful, tearful, traurig, melancholisch, wehmütig, betrübt, trauer, schwermütig",
  },
  {
    wishes: [
      ["valence", "low"],
      ["happy", "low"],
    ],
    words:
      "dark, gloomy, sombre, somber, bleak, eerie, ominous, sinister, düster, dunkel, dunkl, finster, unheimlich, bedrückend",
  },
  { wishes: [["valence", "high"]], words: "bright, pleasant, positive, hell, angenehm, positiv" },
  {
    wishes: [
      ["aggressive", "high"],
      ["energy", "high"],
    ],
    words:
      "aggressive, angry, furious, brutal, fierce, heavy, harsh, hard, aggressiv, wütend, zornig, hart, härt, brachial",
  },
  {
    wishes: [["tempo", "high"]],
    words: "fast, quick, rapid, speedy, uptempo, up tempo, schnell, flott, rasch, rasant, zügig",
  },
  {
    wishes: [["tempo", "low"]],
    words: "slow, downtempo, down tempo, langsam, gemächlich, getragen, träg",
  },
  {
    wishes: [["danceability", "high"]],
    words:
      "danceable, dance, dancing, groovy, groove, funky, dancefloor, tanzbar, tanz, tanzen, tanzmusik, tanzfläche, groovig",
  },
  { wishes: [["loudness", "high"]], words: "loud, noisy, laut" },
  { wishes: [["loudness", "low"]], words: "quiet, hushed, silent, leis, leise" },
  {
    wishes: [["acousticness", "high"]],
    words: "acoustic, unplugged, akustisch, akustik, unverstärkt",
  },
  { wishes: [["liveness", "high"]], words: "live, in concert, concert, konzert, livemusik" },
  {
    wishes: [["approachability", "high"]],
    words: "accessible, catchy, mainstream, eingängig, zugänglich",
  },
  {
    wishes: [["approachability", "low"]],
    words:
      "experimental, avant garde, weird, difficult, experimentell, avantgarde, sperrig, schräg",
  },
  {
    wishes: [["engagement", "high"]],
    words: "engaging, gripping, captivating, thrilling, spannend, fesselnd, packend, aufregend",
  },
  {
    wishes: [
      ["engagement", "low"],
      ["arousal", "low"],
    ],
    words:
      "background, unobtrusive, hintergrund, hintergrundmusik, unaufdringlich, study, studying, focus, concentration, lernen, konzentration, konzentrieren, lesen, reading",
  },
  { wishes: [["loudnessRange", "high"]], words: "dynamic, dynamisch" },
  { wishes: [["durationMs", "high"]], words: "long, lang, läng" },
  { wishes: [["durationMs", "low"]], words: "short, brief, kurz, kürz" },
  { wishes: [["year", "low"]], words: "old, vintage, alt, ält" },
  { wishes: [["year", "high"]], words: "new, recent, modern, young, neu, aktuell, jung, jüng" },
];

/** Nouns for a number of each track, which a number or "high" and "low" stand with. */
export const fieldNouns: readonly { readonly field: GradedField; readonly words: string }[] = [
  { field: "tempo", words: "tempo, speed, geschwindigkeit" },
  { field: "energy", words: "energy, energie, power" },
  { field: "danceability", words: "danceability, tanzbarkeit" },
  { field: "valence", words: "valence, valenz" },
  { field: "arousal", words: "arousal, erregung" },
  { field: "acousticness", words: "acousticness" },
  { field: "instrumentalness", words: "instrumentalness" },
  { field: "speechiness", words: "speechiness" },
  { field: "liveness", words: "liveness" },
  { field: "approachability", words: "approachability" },
  { field: "engagement", words: "engagement" },
  { field: "loudness", words: "loudness, volume, lautstärke, lautheit" },
  { field: "loudnessRange", words: "loudness range, dynamics, dynamik, lautheitsumfang" },
  { field: "durationMs", words: "length, duration, länge, dauer" },
  { field: "year", words: "year, jahr, jahrgang" },
];

/** A word for tracks that meet conditions, and for those that meet other ones where it is negated. */
interface ConditionWords {
  readonly conditions: TrackFilterParameters;
  /** Where absent, those that do not meet the conditions. */
  readonly negated?: TrackFilterParameters;
  readonly words: string;
}

/** A share that says how likely something is counts as a yes from here on. */
const LIKELY = 0.5;

const vocal = { instrumentalness: { lte: LIKELY } };
const instrumental = { instrumentalness: { gte: LIKELY } };

/** Words for what is so or not, in English and German. */
export const conditionRows: readonly ConditionWords[] = [
  {
    conditions: vocal,
    negated: instrumental,
    words:
      "vocals, vocal, voice, voices, singing, singer, sung, lyrics, gesang, gesungen, stimme, stimmen, sänger, sängerin",
  },
  {
    conditions: instrumental,
    negated: vocal,
    words: "instrumental, instrumentals, instrumentalmusik",
  },
  { conditions: { mode: 1 }, negated: { mode: 0 }, words: "major, dur, major key" },
  { conditions: { mode: 0 }, negated: { mode: 1 }, words: "minor, moll, minor key" },
  {
    conditions: { timeSignature: 3 },
    words:
      "in three, waltz time, three four time, triple time, dreivierteltakt, walzertakt, dreiertakt",
  },
  {
    conditions: { timeSignature: 4 },
    words: "in four, four four time, common time, viervierteltakt, vierertakt",
  },
  { conditions: { timeSignature: 5 }, words: "in five, fünfvierteltakt, fünfertakt" },
  { conditions: { timeSignature: 7 }, words: "in seven, siebenertakt" },
  {
    conditions: { kind: "speech" },
    words: "speech, spoken word, audiobook, podcast, hörbuch, hörbücher, hörspiel, sprache",
  },
  {
    conditions: { isFavourite: true },
    negated: { isFavourite: false },
    words:
      "favourite, favorite, favorit, favoriten, lieblingslied, lieblingslieder, lieblingsmusik",
  },
  {
    conditions: { isPlayed: false },
    negated: { isPlayed: true },
    words:
      "unplayed, never played, never heard, not played yet, ungespielt, nie gespielt, noch nie gespielt, noch nicht gespielt, nie gehört, noch nie gehört",
  },
  {
    conditions: { format: ["FLAC", "ALAC", "WAV", "AIFF"] },
    words: "lossless, verlustfrei, verlustlos",
  },
  { conditions: { format: ["FLAC"] }, words: "flac" },
  { conditions: { format: ["MP3"] }, words: "mp3" },
];
