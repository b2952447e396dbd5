import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";

const dsp = new URL("../../src/dsp/", import.meta.url);

/** Paths below `src/dsp` of all files with trained weights; stored-weights.ts only reads them. */
const weightsFiles = readdirSync(dsp, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("-weights.ts") && basename(path) !== "stored-weights.ts")
  .sort();

const text = z.string().min(1);

const manifestSchema = z.strictObject({
  weights: text,
  /** Exports of the weights file that `sha256` covers. */
  exports: z.array(text).min(1),
  /** Of the JSON text of an array of those exports. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  date: z.iso.date(),
  data: z
    .array(
      z.strictObject({ name: text, content: text, inRepository: z.boolean(), howToObtain: text }),
    )
    .min(1),
  seeds: text,
  command: text,
  scores: text,
  canBeMadeAgain: z.boolean(),
  reason: text,
});

function manifestOf(weightsFile: string): z.infer<typeof manifestSchema> {
  const url = new URL(weightsFile.replace(/\.ts$/, ".json"), dsp);
  return manifestSchema.parse(JSON.parse(readFileSync(url, "utf8")));
}

describe("The manifests of trained weights", () => {
  it("cover the twelve files of weights", () => {
    expect(weightsFiles.map((path) => basename(path))).toEqual([
      "acoustic-network-weights.ts",
      "audience-network-weights.ts",
      "voice-network-weights.ts",
      "embedding-weights.ts",
      "mood-weights.ts",
      "presence-weights.ts",
      "compound-network-weights.ts",
      "downbeat-network-weights.ts",
      "beat-network-weights.ts",
      "beat-relation-network-weights.ts",
      "tempo-network-weights.ts",
      "key-network-weights.ts",
    ]);
  });

  it.each(weightsFiles)("contain data, seeds, command, date and scores of %s", (path) => {
    const manifest = manifestOf(path);

    expect(manifest.weights).toBe(basename(path));
  });

  it.each(weightsFiles)("contain the digest of %s", async (path) => {
    const manifest = manifestOf(path);
    const weights = (await import(new URL(path, dsp).href)) as Record<string, unknown>;

    const values = JSON.stringify(manifest.exports.map((name) => weights[name]));

    expect(Object.keys(weights).sort()).toEqual([...manifest.exports].sort());
    expect(manifest.sha256).toBe(createHash("sha256").update(values).digest("hex"));
  });
});
