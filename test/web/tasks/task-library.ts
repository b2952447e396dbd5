import { fileURLToPath } from "node:url";
import {
  openMeasuredLibrary,
  type MeasuredLibrary,
  type MeasuredPiece,
} from "../measured-library.js";

/** A file that the library does not have. */
export const demoFile = fileURLToPath(
  new URL("../../../src/demo/library/Os Telhados - Fim de Tarde.ogg", import.meta.url),
);

/** Minor keys a fifth apart. */
const keyOf = (place: number): Pick<MeasuredPiece["values"], "key" | "mode"> => ({
  key: (7 * place) % 12,
  mode: 0,
});

const piano = (title: string, tempo: number, sad: number): MeasuredPiece => ({
  artist: "Clara Keys",
  title,
  tags: { TALB: "Rooms", TCON: "Piano" },
  values: { tempo, key: 9, mode: 0, energy: 0.1, sad, happy: 1 - sad },
});

const dance = Array.from({ length: 40 }, (_, place): MeasuredPiece => ({
  artist: `Artist ${String(place % 8)}`,
  title: `Track ${String(place)}`,
  tags: { TALB: `Album ${String(place % 8)}`, TCON: "House" },
  values: {
    tempo: 91 + place,
    ...keyOf(place),
    energy: place / 40,
    ...{ danceability: 0.7, loudness: -10, acousticness: 0.1, instrumentalness: 0.8 },
    ...{ valence: place / 40, arousal: place / 40, relaxed: 0.3, aggressive: 0.2 },
    ...{ happy: place / 40, sad: 1 - place / 40 },
  },
}));

/** Opens the library that the tasks are done with: 6 tracks of piano, 40 to dance to, and two that are asked for. */
export const openTaskLibrary = (): Promise<MeasuredLibrary> =>
  openMeasuredLibrary([
    piano("Rain", 66, 0.9),
    piano("Window", 72, 0.7),
    piano("Stairs", 78, 0.2),
    piano("Kitchen", 96, 0.95),
    piano("Attic", 110, 0.5),
    piano("Garden", 118, 0.1),
    ...dance,
    { artist: "Artist 1", title: "Peak Hour", values: { tempo: 132, key: 4, mode: 0, energy: 1 } },
    { artist: "Artist 2", title: "Half Way", values: { tempo: 70, key: 2, mode: 0, energy: 0.9 } },
  ]);
