import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { closedHat, kick, rim, snare } from "../synth/drums.js";
import { electricPiano } from "../synth/strings-and-keys.js";
import { flute, uprightBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 4, chords: "Cm Abmaj7 Fm7 G7 Cm" });

const tune = `-/1 G5/0.5 D#5/0.5 C5/2  -/1 C5/0.5 D#5/0.5 G5/2
  -/1 G#5/0.5 F5/0.5 C5/2  -/1 B4/1 D5/1 F5/1  C5/4`;

/** A slow head-nodding beat under an electric piano. */
export const sundayStairs: Piece = {
  artist: "Dusty Fader",
  track: "Sunday Stairs",
  tags: { year: 2026, genre: "Hip-Hop" },
  cover: { motif: "stripes", colours: ["#2b2d42", "#ef8354", "#bfc0c0"] },
  format: { kind: "flac" },
  sampleRate: 22_050,
  channels: 1,
  tempo: 86,
  key: { tonic: 0, mode: 0 },
  beatsPerBar: 4,
  bars: 5,
  tailSeconds: 0.5,
  swing: 0.56,
  roomSeconds: 1,
  loudness: -12.5,
  parts: [
    { voice: kick, notes: score.hits("X---X--o", { to: 4 }), level: -3, room: 0.05 },
    { voice: kick, notes: score.hits("X---", { from: 4 }), level: -3 },
    { voice: snare, notes: score.hits("-X-X", { to: 4 }), level: -4, room: 0.15 },
    { voice: rim, notes: score.hits("-X-X", { to: 4 }), level: -12 },
    { voice: closedHat, notes: score.hits("XoXoXoXo", { to: 4 }), level: -15 },
    { voice: uprightBass, notes: score.bass("1_155_1_", { centre: 36 }), level: -4 },
    {
      voice: electricPiano,
      notes: [
        ...score.comp("X__xX___", { centre: 60, to: 4 }),
        ...score.comp("X_______", { centre: 60, from: 4 }),
      ],
      level: -10,
      room: 0.25,
    },
    { voice: flute, notes: score.melody(tune), level: -11, room: 0.35 },
  ],
};
