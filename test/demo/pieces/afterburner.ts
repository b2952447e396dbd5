import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { clap, closedHat, crash, kick, openHat } from "../synth/drums.js";
import { lead, pad, stab, synthBass } from "../synth/synthesisers.js";

const score = new Score({
  beatsPerBar: 4,
  chords: "C#m C#m A A F#m F#m G#7 G#7 C#m A G#7 C#m",
});

const tune = `G#5/1.5 E5/0.5 C#5/2  E5/1 C#5/1 A4/2  C5/1 D#5/1 F#5/1 D#5/1  C#5/4`;

/** Trance: sixteenth notes over a hammering kick. */
export const afterburner: Piece = {
  artist: "Kilowatt Choir",
  track: "Afterburner",
  tags: { isrc: "QZOVT2600008", year: 2026, genre: "Trance" },
  cover: { motif: "rings", colours: ["#10002b", "#e0aaff", "#7b2cbf"] },
  format: { kind: "opus", kilobits: 60 },
  sampleRate: 48_000,
  channels: 2,
  tempo: 150,
  key: { tonic: 1, mode: 0 },
  beatsPerBar: 4,
  bars: 12,
  tailSeconds: 0.8,
  roomSeconds: 1.5,
  loudness: -14,
  parts: [
    { voice: kick, notes: score.hits("XXXX"), level: -2, room: 0.02 },
    { voice: clap, notes: score.hits("-X-X", { from: 2 }), level: -10, room: 0.3 },
    { voice: openHat, notes: score.hits("-x-x-x-x", { to: 11 }), level: -17, pan: 0.2 },
    { voice: closedHat, notes: score.hits("x-o-x-o-x-o-x-o-", { to: 11 }), level: -19, pan: -0.3 },
    { voice: crash, notes: score.hits("X---", { bars: 4 }), level: -16 },
    {
      voice: synthBass,
      notes: score.bass("11111111", { centre: 35 }),
      level: -6,
      room: 0.02,
      pumping: 0.5,
    },
    {
      voice: stab,
      notes: score.arpeggio("0210321002103212", { centre: 68, to: 11 }),
      level: -10,
      pan: 0.1,
      spread: 0.5,
      room: 0.3,
    },
    {
      voice: pad,
      notes: score.comp("X___", { centre: 61 }),
      level: -11,
      spread: 0.8,
      room: 0.4,
      pumping: 0.7,
    },
    { voice: lead, notes: score.melody(tune, { from: 8 }), level: -12, room: 0.45 },
  ],
};
