import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { brush, softKick } from "../synth/drums.js";
import { piano } from "../synth/strings-and-keys.js";
import { flute, strings, uprightBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 3, chords: "D Bm Em A7 D Bm G A7 D/F# G A7 D" });

const tune = `F#5/2 E5/1  D5/2 C#5/1  B4/1 E5/1 G5/1  F#5/1 E5/2
  A5/2 F#5/1  B5/1 A5/1 F#5/1  G5/1 F#5/1 E5/1  C#5/1 E5/2
  D5/1 F#5/1 A5/1  B5/2 G5/1  E5/1 F#5/1 C#5/1  D5/3`;

/** A waltz for flute and piano, brushes on two and three. */
export const slowWaltz: Piece = {
  artist: "Overtone",
  track: "Slow Waltz",
  tags: { isrc: "QZOVT2600002", year: 2026, genre: "Waltz" },
  cover: { motif: "sun", colours: ["#f6e7cb", "#d62828", "#8d5b4c"] },
  format: { kind: "vorbis", quality: 1 },
  sampleRate: 44_100,
  channels: 2,
  tempo: 90,
  key: { tonic: 2, mode: 1 },
  beatsPerBar: 3,
  bars: 12,
  tailSeconds: 0.8,
  roomSeconds: 1.8,
  loudness: -16,
  parts: [
    { voice: softKick, notes: score.hits("X--"), level: -5 },
    { voice: brush, notes: score.hits("-xx", { to: 11 }), level: -13, pan: 0.3 },
    { voice: uprightBass, notes: score.bass("1__", { centre: 40 }), level: -4 },
    {
      voice: piano,
      notes: [
        ...score.comp("-xx", { centre: 61, to: 11 }),
        ...score.comp("x__", { centre: 61, from: 11 }),
      ],
      level: -9,
      pan: -0.2,
      spread: 0.3,
      room: 0.25,
    },
    {
      voice: strings,
      notes: score.comp("o__", { centre: 66, from: 4 }),
      level: -15,
      spread: 0.6,
      room: 0.4,
    },
    { voice: flute, notes: score.melody(tune), level: -9, pan: 0.15, room: 0.4 },
  ],
};
