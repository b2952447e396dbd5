import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { clap, shaker, softKick } from "../synth/drums.js";
import { bell } from "../synth/strings-and-keys.js";
import { pad, strings, subBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 4, chords: "Em C Am Em B7 Em" });

const tune = `B4/2 E5/2  G5/3 E5/1  C5/2 E5/2  B4/3 G4/1  D#5/2 F#5/2  E5/4`;

/** Slow light: bells over a wide pad, and a heartbeat. */
export const ljosid: Piece = {
  artist: "Sigrún Ös",
  track: "Ljósið",
  tags: { isrc: "QZOVT2600006", year: 2026, genre: "Ambient" },
  cover: { motif: "waves", colours: ["#e0fbfc", "#98c1d9", "#3d5a80"] },
  format: { kind: "opus", kilobits: 60 },
  sampleRate: 48_000,
  channels: 2,
  tempo: 84,
  key: { tonic: 4, mode: 0 },
  beatsPerBar: 4,
  bars: 6,
  tailSeconds: 1,
  roomSeconds: 2.6,
  loudness: -16,
  parts: [
    { voice: softKick, notes: score.hits("Xxxx"), level: -2 },
    { voice: clap, notes: score.hits("-x-x", { to: 5 }), level: -15, room: 0.6 },
    { voice: shaker, notes: score.hits("xoxoxoxo", { from: 1, to: 5 }), level: -19, pan: 0.4 },
    { voice: subBass, notes: score.bass("1_1_", { centre: 38 }), level: -10, room: 0 },
    { voice: pad, notes: score.comp("X___", { centre: 60 }), level: -11, spread: 0.9, room: 0.5 },
    {
      voice: bell,
      notes: score.arpeggio("0121", { centre: 71, ring: 1.5 }),
      level: -11,
      spread: 0.5,
      room: 0.6,
    },
    { voice: strings, notes: score.melody(tune), level: -11, pan: -0.1, room: 0.6 },
  ],
};
