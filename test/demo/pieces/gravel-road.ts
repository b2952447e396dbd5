import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { closedHat, crash, kick, snare } from "../synth/drums.js";
import { overdrivenGuitar } from "../synth/strings-and-keys.js";
import { organ, synthBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 4, chords: "E A E B A,B E" });
const riff = new Score({ beatsPerBar: 4, chords: "E5 A5 E5 B5 A5,B5 E5" });

const tune = `G#4/1 B4/1 E5/1.5 C#5/0.5  C#5/1 E5/1 A4/2  B4/1 G#4/1 E4/2
  F#4/1 B4/1 D#5/1 F#5/1  E5/1 C#5/1 D#5/1 F#5/1  E5/4`;

/** Rock for two guitars and an organ. Its file has no tags, only a file name. */
export const gravelRoad: Piece = {
  artist: "The Copper Wires",
  track: "Gravel Road",
  format: { kind: "wav" },
  sampleRate: 16_000,
  channels: 1,
  tempo: 138,
  key: { tonic: 4, mode: 1 },
  beatsPerBar: 4,
  bars: 6,
  tailSeconds: 0.5,
  roomSeconds: 0.9,
  loudness: -12,
  parts: [
    { voice: kick, notes: score.hits("X---X-x-", { to: 5 }), level: -3, room: 0.05 },
    { voice: kick, notes: score.hits("X---", { from: 5 }), level: -3 },
    { voice: snare, notes: score.hits("-X-X", { to: 5 }), level: -3, room: 0.15 },
    { voice: closedHat, notes: score.hits("XoXoXoXo", { to: 5 }), level: -13 },
    { voice: crash, notes: score.hits("X---", { bars: 5 }), level: -12 },
    {
      voice: synthBass,
      notes: [
        ...score.bass("11111111", { centre: 35, to: 5 }),
        ...score.bass("1___", { centre: 35, from: 5 }),
      ],
      level: -9,
    },
    {
      voice: overdrivenGuitar,
      notes: [
        ...riff.comp("X_x_x_xx", { centre: 50, to: 5 }),
        ...riff.comp("X___", { centre: 50, from: 5 }),
      ],
      level: -14,
    },
    { voice: organ, notes: score.comp("x___", { centre: 63 }), level: -11, room: 0.25 },
    { voice: overdrivenGuitar, notes: score.melody(tune), level: -12, room: 0.3 },
  ],
};
