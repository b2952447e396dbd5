import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { brush, softKick, snare } from "../synth/drums.js";
import { piano } from "../synth/strings-and-keys.js";
import { flute, strings, uprightBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 4, chords: "G D/F# Em C D7 G" });

const tune = `D5/2 B4/1 D5/1  A4/3 F#4/1  G4/1 B4/1 E5/1 D5/1
  C5/2 E5/1 G5/1  F#5/2 D5/1 A4/1  G4/4`;

/** A slow ballad in quarter notes. */
export const paperLanterns: Piece = {
  artist: "Marguerite Vale",
  track: "Paper Lanterns",
  tags: { isrc: "QZOVT2600004", year: 2026, genre: "Ballad" },
  cover: { motif: "sun", colours: ["#22223b", "#f2cc8f", "#9a8c98"] },
  format: { kind: "mp3", kilobits: 64 },
  sampleRate: 44_100,
  channels: 1,
  tempo: 72,
  key: { tonic: 7, mode: 1 },
  beatsPerBar: 4,
  bars: 6,
  tailSeconds: 0.6,
  roomSeconds: 2,
  loudness: -12.5,
  parts: [
    { voice: softKick, notes: score.hits("X-X-"), level: -6 },
    { voice: snare, notes: score.hits("-o-o", { to: 5 }), level: -6, room: 0.4 },
    { voice: brush, notes: score.hits("xxxx", { to: 5 }), level: -18 },
    { voice: uprightBass, notes: score.bass("1_5_", { centre: 38 }), level: -6 },
    {
      voice: piano,
      notes: [
        ...score.comp("Xxxx", { centre: 60, to: 5 }),
        ...score.comp("x___", { centre: 60, from: 5 }),
      ],
      level: -8,
      room: 0.25,
    },
    { voice: strings, notes: score.comp("o___", { centre: 65, from: 2 }), level: -14, room: 0.5 },
    { voice: flute, notes: score.melody(tune), level: -10, room: 0.4 },
  ],
};
