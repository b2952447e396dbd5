import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { toAnalysis } from "../../src/adapters/analyzer/to-analysis.js";
import { ContainerAudioDecoder } from "../../src/adapters/decoder/container-audio-decoder.js";
import { ANALYSIS_VERSION, TrackAnalyzer } from "../../src/dsp/index.js";
import { AudioTooLongError, AudioUndecodableError, decodeAudio } from "../../src/package/decode.js";
import { analysisOf } from "../../src/package/engine.js";
import type { PcmBlock } from "../../src/ports/analysis/audio-decoder.js";

const PIECE = "src/demo/library/Overtone - Four on the Floor.mp3";

/** The entry of the package as bytes for browsers; fails where it reaches a built-in module of Node.js. */
async function bundled(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [`src/package/${entry}.ts`],
    ...{ bundle: true, minify: true, write: false, format: "esm", platform: "browser" },
    // Loaded only for damaged speech, which is never asked for.
    external: ["@wasm-audio-decoders/opus-ml"],
  });
  return outputFiles[0]!.contents;
}

async function measured(blocks: AsyncIterable<PcmBlock>): Promise<TrackAnalyzer> {
  let analyzer: TrackAnalyzer | undefined;
  for await (const { channels, sampleRate } of blocks) {
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    analyzer.push(channels);
  }
  return analyzer!;
}

describe("The entries of the package", () => {
  it.each(["engine", "decode"])(
    "reach no built-in module of Node.js, and are small: %s",
    async (entry) => {
      const bytes = await bundled(entry);

      // The goal is below 1 MB for the engine with its weights.
      expect(gzipSync(bytes).length).toBeLessThan(400_000);
    },
  );

  it("analyse a file as the server does, field for field", async () => {
    const here = analysisOf((await measured(decodeAudio(await openAsBlob(PIECE)))).finish());
    const server = await measured(
      new ContainerAudioDecoder().decode({ kind: "file", path: PIECE }),
    );

    expect(here).toEqual(toAnalysis(server.finish(), ANALYSIS_VERSION));
  });

  it("refuse what they cannot decode, and what is too long", async () => {
    const bytes = await readFile(PIECE);

    const text = measured(decodeAudio(new TextEncoder().encode("no audio")));
    await expect(text).rejects.toThrow(AudioUndecodableError);

    const long = measured(decodeAudio(bytes, { maxDurationSeconds: 2 }));
    await expect(long).rejects.toThrow(AudioTooLongError);
  });
});
