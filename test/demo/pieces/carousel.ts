import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { closedHat, kick, snare } from "../synth/drums.js";
import { bell, brightString } from "../synth/strings-and-keys.js";
import { organ, uprightBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 3, chords: "F F Bb C7 F Dm Gm C7 F Bb C7 F" });

const tune = `C5/1 F5/1 A5/1  C6/2 A5/1  A#5/1 F5/1 D5/1  E5/2 G5/1
  A5/1 F5/1 C5/1  D5/1 F5/1 A5/1  A#5/1 G5/1 D5/1  C5/1 E5/1 G5/1
  F5/2 A5/1  A#5/1 F5/1 D5/1  E5/1 G5/1 C5/1  F5/3`;

/** A fairground waltz for organ and bells. */
export const carousel: Piece = {
  artist: "Pavel Orlík",
  track: "Carousel",
  tags: { isrc: "QZOVT2600010", year: 2026, genre: "Waltz" },
  format: { kind: "vorbis", quality: 1 },
  sampleRate: 44_100,
  channels: 2,
  tempo: 144,
  key: { tonic: 5, mode: 1 },
  beatsPerBar: 3,
  bars: 12,
  tailSeconds: 0.7,
  roomSeconds: 1.3,
  loudness: -15.5,
  parts: [
    { voice: kick, notes: score.hits("X--"), level: -4, room: 0.05 },
    { voice: snare, notes: score.hits("-xx", { to: 11 }), level: -13, pan: 0.2, room: 0.2 },
    { voice: closedHat, notes: score.hits("-xx", { to: 11 }), level: -18, pan: 0.3 },
    { voice: uprightBass, notes: score.bass("1__", { centre: 38 }), level: -3 },
    {
      voice: organ,
      notes: [
        ...score.comp("-xx", { centre: 60, to: 11 }),
        ...score.comp("X__", { centre: 60, from: 11 }),
      ],
      level: -9,
      pan: -0.2,
      spread: 0.3,
      room: 0.2,
    },
    { voice: bell, notes: score.melody(tune), level: -6, pan: 0.15, room: 0.4 },
    {
      voice: brightString,
      notes: score.arpeggio("0_1_2_", { centre: 66, from: 4, to: 11 }),
      level: -12,
      pan: -0.35,
      room: 0.3,
    },
  ],
};
