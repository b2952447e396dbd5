/**
 * Composes, renders and writes the demo library. `npm run demo:make`; needs `ffmpeg` on the PATH.
 */
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keyNameFrom } from "../../src/domain/analysis/musical-key.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { encodedPiece, fileNameOf } from "./encode/encoded-piece.js";
import { allPieces } from "./pieces/all-pieces.js";
import type { Piece } from "./score/piece.js";
import { durationSeconds, perform } from "./synth/performance.js";

const MANIFEST = "manifest.json";
const library = fileURLToPath(new URL("library/", import.meta.url));

/** True metadata and features of one file, for tests. */
function manifestEntry(piece: Piece): Readonly<Record<string, string | number>> {
  return {
    file: fileNameOf(piece),
    artist: piece.artist,
    track: piece.track,
    trackKey: trackKeyFrom(piece.artist, piece.track),
    tempo: piece.tempo,
    key: piece.key.tonic,
    keyString: keyNameFrom(piece.key),
    mode: piece.key.mode,
    timeSignature: piece.beatsPerBar,
    durationSeconds: Math.round(1000 * durationSeconds(piece)) / 1000,
  };
}

for (const name of await readdir(library)) await rm(join(library, name));
for (const piece of allPieces) {
  const file = await encodedPiece(piece, perform(piece));
  await writeFile(join(library, fileNameOf(piece)), file);
  console.log(`${String(Math.round(file.length / 1024)).padStart(5)} KiB  ${fileNameOf(piece)}`);
}
const manifest = `${JSON.stringify(allPieces.map(manifestEntry), null, 2)}\n`;
await writeFile(join(library, MANIFEST), manifest);
