import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { piano } from "../synth/strings-and-keys.js";

const score = new Score({ beatsPerBar: 4, chords: "Bb Gm Eb,F7 Bb,F7 Bb" });

const tune = `F5/1 D5/0.5 F5/0.5 A#5/1 F5/1  G5/1 D5/0.5 G5/0.5 A#5/1 G5/1
  D#5/1 G5/1 F5/0.5 D#5/0.5 C5/1  D5/1 F5/1 C5/0.5 D#5/0.5 A4/1  A#4/4`;

/** A piano alone, striding. */
export const clockworkGarden: Piece = {
  artist: "Hanna Brook",
  track: "Clockwork Garden",
  tags: { isrc: "QZOVT2600007", year: 2026, genre: "Ragtime" },
  cover: { motif: "tiles", colours: ["#f4f1de", "#81b29a", "#e07a5f"] },
  format: { kind: "aiff" },
  sampleRate: 16_000,
  channels: 1,
  tempo: 112,
  key: { tonic: 10, mode: 1 },
  beatsPerBar: 4,
  bars: 5,
  tailSeconds: 0.4,
  roomSeconds: 1.2,
  loudness: -12.5,
  parts: [
    {
      voice: piano,
      notes: [
        ...score.bass("1-5-", { centre: 40, to: 4 }),
        ...score.bass("1___", { centre: 34, from: 4 }),
      ],
      level: -2,
    },
    {
      voice: piano,
      notes: [
        ...score.comp("-x-x", { centre: 57, to: 4 }),
        ...score.comp("X___", { centre: 57, from: 4 }),
      ],
      level: -6,
    },
    { voice: piano, notes: score.melody(tune), level: -3 },
  ],
};
