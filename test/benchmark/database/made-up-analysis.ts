import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import {
  byField,
  descriptors,
  estimateFields,
  type EstimateField,
} from "../../../src/domain/analysis/descriptors.js";
import { EMBEDDING_LENGTH } from "../../../src/domain/analysis/sound-embedding.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { ANALYSIS_VERSION } from "../../../src/dsp/analysis-version.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { seededRandom } from "../../signals/random.js";

/** Artist and title of a track. */
interface Names {
  readonly artist: string;
  readonly trackName: string;
}

const ONSETS = ["b", "br", "c", "d", "f", "g", "gl", "h", "j", "k", "l", "m", "n", "p", "qu", "r"];
const RIMES = ["a", "ain", "e", "el", "i", "ight", "in", "o", "on", "ove", "u", "und", "ó", "ü"];

/** Number of different words, a power of two. */
const WORDS = 2048;
/** Bits of the index of a word. */
const WORD_BITS = 11;

const words: readonly string[] = Array.from({ length: WORDS }, (_, index) => {
  const syllable = (number: number): string =>
    `${ONSETS[number % ONSETS.length]}${RIMES[(number >> 4) % RIMES.length]}`;
  const short = syllable(index % 224);
  return index < 224 ? short : short + syllable(7 * index + (index >> 5));
});

/** Number of artists per track of a large catalogue. */
const ARTISTS_PER_TRACK = 0.06;

/** Notes after some titles; the last one does not make another recording. */
const NOTES = ["(Live)", "(Acoustic Version)", "feat. Ümit & the Rest", "- Remastered 2011"];

type Rhythm = Pick<Analysis, "tempoRivals" | "beats" | "downbeats">;

/** A few, that tracks share, because made-up beats take most of the time. */
const rhythms: readonly Rhythm[] = Array.from({ length: 64 }, (_, index) => {
  const beats = Array.from({ length: 300 + 3 * index }, (_, beat) => rounded(beat / 2.1, 3));
  const downbeats = beats.filter((_, beat) => beat % 4 === 0);
  return { tempoRivals: [{ bpm: 63, confidence: 0.3 }], beats, downbeats };
});

/** Sources of audio, most frequent first. */
const SOURCES = ["library", "library", "library", "deezer"];

/**
 * Returns the names of the track of an index, different for each below 2^22: a few artists with many
 * tracks and many with few; titles of two to five words, some with accents, notes or numbers.
 */
export function madeUpNames(index: number): Names {
  const random = seededRandom(index);
  random();
  const unit = (): number => (random() + 1) / 2;
  // Cubed, so that an eighth of the artists has half of the tracks.
  const artist = Math.floor(unit() ** 3 * (16 + ARTISTS_PER_TRACK * 2 ** 20));
  // Both words together are the index, so that no two titles are equal.
  const title = [word(index), word(index >> WORD_BITS)];
  while (title.length < 5 && unit() < 0.45) title.push(word(Math.floor(unit() * WORDS)));
  if (unit() < 0.15) title.push(NOTES[Math.floor(unit() ** 2 * NOTES.length)] as string);
  const band = artist % 3 === 0 ? ["The", word(artist >> 5)] : [word(artist)];
  if (artist % 2 === 0) band.push(word(artist >> 3));
  return {
    artist: band.concat(artist >= WORDS ? word((artist >> WORD_BITS) * 31) : []).join(" "),
    trackName: unit() < 0.03 ? `0${1 + (index % 9)} - ${title.join(" ")}` : title.join(" "),
  };
}

/** Returns the analysis of the track of an index, the same in every run. */
export function madeUpAnalysis(index: number): Analysis {
  const names = madeUpNames(index);
  const random = seededRandom(~index);
  random();
  const unit = (): number => (random() + 1) / 2;
  return {
    recordingId: recordingOf(`made-up ${index}`),
    version: ANALYSIS_VERSION,
    durationSeconds: rounded(120 + 240 * unit(), 3),
    estimates: byField(estimateFields, (field) => ({
      value: madeUpValue(field, unit),
      confidence: rounded(0.2 + 0.8 * unit(), 4),
      method: "measured",
    })),
    ...(rhythms[index % rhythms.length] as Rhythm),
    downbeatConfidence: rounded(unit(), 4),
    soundEmbedding: Array.from({ length: EMBEDDING_LENGTH }, () =>
      Math.round(40 * (unit() + unit() + unit() - 1.5)),
    ),
    trackKey: trackKeyFrom(names.artist, names.trackName),
    ...names,
    source: SOURCES[index % SOURCES.length] as string,
    analyzedAt: 1_700_000_000_000 + 1000 * index,
  };
}

const word = (number: number): string => {
  const text = words[number & (WORDS - 1)] as string;
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function madeUpValue(field: EstimateField, unit: () => number): number | null {
  const { range, decimals, spread } = descriptors[field];
  switch (field) {
    case "tempo":
      // One in twenty has no beat.
      return unit() < 0.05 ? null : rounded(60 * 3 ** unit(), decimals);
    case "key":
      return Math.floor(unit() * 12);
    case "mode":
      return Math.floor(unit() * 2);
    case "timeSignature":
      return unit() < 0.1 ? 3 : 4;
    default: {
      // Nearly a normal distribution, of which the bounds keep a part.
      const deviations = 2 * (unit() + unit() + unit() - 1.5);
      const value = spread.mean + spread.deviation * deviations;
      const { minimum = -Infinity, maximum = Infinity } = range;
      return rounded(Math.min(maximum, Math.max(minimum, value)), decimals);
    }
  }
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
