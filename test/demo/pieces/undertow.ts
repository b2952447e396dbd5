import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { closedHat, crash, kick, openHat, snare } from "../synth/drums.js";
import { brightString } from "../synth/strings-and-keys.js";
import { lead, pad, subBass } from "../synth/synthesisers.js";

const score = new Score({
  beatsPerBar: 4,
  chords: "Fm Fm Db Db Bbm Bbm C7 C7 Fm Fm Db Db Bbm C7 Fm Fm",
});

const tune = `C5/3 G#4/1  F4/4  C#5/3 C5/1  A#4/2 G#4/2
  A#4/3 C#5/1  C5/4  F4/8`;

/** Drum and bass: a straight fast backbeat over a deep sine. */
export const undertow: Piece = {
  artist: "Neon Cartography",
  track: "Undertow",
  tags: { isrc: "QZOVT2600003", year: 2026, genre: "Drum and Bass" },
  cover: { motif: "waves", colours: ["#0b132b", "#3a506b", "#5bc0be"] },
  format: { kind: "opus", kilobits: 60 },
  sampleRate: 48_000,
  channels: 2,
  tempo: 174,
  key: { tonic: 5, mode: 0 },
  beatsPerBar: 4,
  bars: 16,
  tailSeconds: 0.8,
  roomSeconds: 1.2,
  loudness: -14,
  parts: [
    { voice: kick, notes: score.hits("XXXX"), level: -3, room: 0.02 },
    { voice: snare, notes: score.hits("-X-X", { to: 15 }), level: -9, room: 0.15 },
    { voice: closedHat, notes: score.hits("XxXxXxXx", { to: 15 }), level: -15, pan: 0.25 },
    { voice: openHat, notes: score.hits("X---", { bars: 2, from: 8 }), level: -16, pan: -0.3 },
    { voice: crash, notes: score.hits("X---", { bars: 8 }), level: -14 },
    { voice: subBass, notes: score.bass("1111", { centre: 33 }), level: -7, room: 0 },
    { voice: pad, notes: score.comp("x___", { centre: 62 }), level: -13, spread: 0.8, room: 0.5 },
    {
      voice: brightString,
      notes: score.arpeggio("02020202", { centre: 72, from: 4, to: 15 }),
      level: -13,
      pan: -0.3,
      room: 0.35,
    },
    { voice: lead, notes: score.melody(tune, { from: 8 }), level: -14, pan: 0.2, room: 0.5 },
  ],
};
