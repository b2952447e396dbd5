import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { rim, shaker, softKick } from "../synth/drums.js";
import { nylonGuitar } from "../synth/strings-and-keys.js";
import { flute, uprightBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 4, chords: "C6 Am7 Dm7 G7 C6 F Dm7,G7 C6" });

const tune = `E5/1.5 D5/0.5 C5/2  G4/0.5 A4/0.5 C5/1 E5/2  F5/1.5 E5/0.5 D5/2  B4/1 D5/1 G4/2
  G5/1.5 E5/0.5 C5/2  A4/1 C5/1 F5/2  E5/1 D5/1 B4/1 G4/1  C5/4`;

/** A bossa nova at the end of the afternoon. */
export const fimDeTarde: Piece = {
  artist: "Os Telhados",
  track: "Fim de Tarde",
  tags: { isrc: "QZOVT2600005", year: 2026, genre: "Bossa Nova" },
  cover: { motif: "stripes", colours: ["#fefae0", "#dda15e", "#606c38"] },
  format: { kind: "vorbis", quality: 1 },
  sampleRate: 44_100,
  channels: 2,
  tempo: 100,
  key: { tonic: 0, mode: 1 },
  beatsPerBar: 4,
  bars: 8,
  tailSeconds: 0.6,
  roomSeconds: 1.1,
  loudness: -16,
  parts: [
    { voice: softKick, notes: score.hits("X--oX--o"), level: -2 },
    { voice: shaker, notes: score.hits("XoXoXoXo", { to: 7 }), level: -9, pan: 0.35 },
    { voice: rim, notes: score.hits("-X-X", { to: 7 }), level: -10, pan: -0.35, room: 0.25 },
    { voice: uprightBass, notes: score.bass("1__51__5", { centre: 38 }), level: -4 },
    {
      voice: nylonGuitar,
      notes: [
        ...score.comp("X-x-Xx-x X-xxX-x-", { centre: 61, bars: 2, to: 7 }),
        ...score.comp("X_______", { centre: 61, from: 7 }),
      ],
      level: -6,
      pan: -0.2,
      spread: 0.3,
      room: 0.25,
    },
    { voice: flute, notes: score.melody(tune), level: -10, pan: 0.2, room: 0.35 },
  ],
};
