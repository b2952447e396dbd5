import type { Piece } from "../score/piece.js";
import { Score } from "../score/score.js";
import { clap, closedHat, crash, kick, openHat } from "../synth/drums.js";
import { nylonGuitar } from "../synth/strings-and-keys.js";
import { organ, strings, synthBass } from "../synth/synthesisers.js";

const score = new Score({ beatsPerBar: 4, chords: "Gm Gm Cm D7 Gm Eb Cm D7 Gm" });

const tune = `D5/1.5 G5/0.5 A#5/2  A5/1 G5/1 D5/2  D#5/1 C5/1 G4/2  F#4/1 A4/1 C5/1 D5/1
  G5/1.5 D5/0.5 A#4/2  D#5/1 G5/1 A#5/2  G5/1 D#5/1 C5/2  A5/1 F#5/1 D5/2  G5/4`;

/** Disco: octaves in the bass, a string section on top. */
export const harbourLights: Piece = {
  artist: "Lumen & the Tides",
  track: "Harbour Lights",
  tags: { isrc: "QZOVT2600009", year: 2026, genre: "Disco" },
  cover: { motif: "tiles", colours: ["#03071e", "#f48c06", "#9d0208"] },
  format: { kind: "mp3", kilobits: 96 },
  sampleRate: 44_100,
  channels: 2,
  tempo: 118,
  key: { tonic: 7, mode: 0 },
  beatsPerBar: 4,
  bars: 9,
  tailSeconds: 0.7,
  roomSeconds: 1.3,
  loudness: -14.5,
  parts: [
    { voice: kick, notes: score.hits("XXXX"), level: -3, room: 0.03 },
    { voice: clap, notes: score.hits("-X-X", { to: 8 }), level: -8, room: 0.25 },
    { voice: openHat, notes: score.hits("-x-x-x-x", { to: 8 }), level: -16, pan: 0.25 },
    { voice: closedHat, notes: score.hits("x-o-x-o-x-o-x-o-", { to: 8 }), level: -18, pan: 0.25 },
    { voice: crash, notes: score.hits("X---", { bars: 4 }), level: -16, pan: -0.2 },
    {
      voice: synthBass,
      notes: [
        ...score.bass("18181818", { centre: 33, to: 8 }),
        ...score.bass("1___", { centre: 33, from: 8 }),
      ],
      level: -6,
      room: 0.02,
    },
    {
      voice: nylonGuitar,
      notes: score.comp("--x---xx--x---x-", { centre: 67, to: 8 }),
      level: -9,
      pan: -0.4,
    },
    {
      voice: organ,
      notes: score.comp("x___", { centre: 60 }),
      level: -13,
      spread: 0.5,
      room: 0.25,
    },
    { voice: strings, notes: score.melody(tune), level: -8, pan: 0.1, room: 0.4 },
  ],
};
