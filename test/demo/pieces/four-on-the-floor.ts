import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { clap, closedHat, crash, kick, openHat } from "../synth/drums.js";
import { lead, pad, stab, synthBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 4, chords: "Am Am Dm E7 Am F Dm E7 Am Am" });

const tune = `E5/1.5 D5/0.5 C5/1 A4/1  C5/1.5 A4/0.5 F4/1 A4/1
  D5/1 F5/1 E5/1 D5/1  E5/1 D5/0.5 C5/0.5 B4/1 G#4/1
  A4/1.5 C5/0.5 E5/1 C5/1  A4/4`;

/** House: a drum on every beat, an octave bass, a singing lead. */
export const fourOnTheFloor: Piece = {
  artist: "Overtone",
  track: "Four on the Floor",
  tags: { isrc: "QZOVT2600001", year: 2026, genre: "House" },
  cover: { motif: "rings", colours: ["#14213d", "#fca311", "#e5e5e5"] },
  format: { kind: "mp3", kilobits: 96 },
  sampleRate: 44_100,
  channels: 2,
  tempo: 128,
  key: { tonic: 9, mode: 0 },
  beatsPerBar: 4,
  bars: 10,
  tailSeconds: 0.9,
  roomSeconds: 1.4,
  loudness: -14,
  parts: [
    { voice: kick, notes: score.hits("XXXX"), level: -3, room: 0.02 },
    { voice: clap, notes: score.hits("-X-X", { from: 1 }), level: -9, room: 0.3 },
    { voice: openHat, notes: score.hits("-x-x-x-x", { from: 2 }), level: -16, pan: 0.2 },
    { voice: closedHat, notes: score.hits("xoxoxoxoxoxoxoxo"), level: -20, pan: -0.25 },
    { voice: crash, notes: score.hits("X---", { bars: 4 }), level: -17, pan: 0.3 },
    { voice: synthBass, notes: score.bass("11811185", { centre: 35 }), level: -7, room: 0.02 },
    {
      voice: pad,
      notes: score.comp("X___", { centre: 60 }),
      level: -13,
      spread: 0.7,
      room: 0.4,
      pumping: 0.7,
    },
    {
      voice: stab,
      notes: score.comp("X--x--x---x-----", { centre: 65, from: 2, to: 9 }),
      level: -14,
      spread: 0.6,
      room: 0.3,
    },
    { voice: lead, notes: score.melody(tune, { from: 4 }), level: -12, pan: 0.1, room: 0.35 },
  ],
};
