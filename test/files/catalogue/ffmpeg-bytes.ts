import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ffmpeg } from "../../adapters/decoder/other-programs.js";

/** Returns what ffmpeg makes of a tone that the number says: three quarters of a second, 44,100 Hz. */
export function ffmpegBytes(number: number, options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "overtone-files-"));
  try {
    const path = join(folder, "made");
    const tone = `sine=frequency=${200 + 4 * number}:sample_rate=44100:duration=0.75`;
    ffmpeg("-f", "lavfi", "-i", tone, "-fflags", "+bitexact", ...options, path);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
