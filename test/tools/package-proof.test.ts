import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { build, type Rolldown } from "vite";
import { requireFreshBuild } from "../build/fresh-build.js";

requireFreshBuild();

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A worker as a consumer of the package writes it. */
const WORKER = `
import { analysisOf, TrackAnalyzer, type AudioAnalysis } from "overtone-music/engine";
import { AudioUndecodableError, decodeAudio } from "overtone-music/decode";

export async function analyze(file: Blob): Promise<AudioAnalysis> {
  let analyzer: TrackAnalyzer | undefined;
  for await (const { channels, sampleRate } of decodeAudio(file, { maxDurationSeconds: 600 })) {
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    analyzer.push(channels);
  }
  if (!analyzer) throw new AudioUndecodableError("nothing");
  return analysisOf(analyzer.finish());
}

export const tempoOf = ({ estimates }: AudioAnalysis): number | null => estimates.tempo.value;
addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  void analyze(data).then((analysis) => { postMessage(tempoOf(analysis)); });
});
`;
const PAGE = `new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });`;

describe("The npm package", () => {
  let folder: string;

  beforeAll(async () => {
    execFileSync("npm", ["run", "build:types"], { cwd: root });
    folder = await mkdtemp(join(tmpdir(), "overtone-consumer-"));
    await mkdir(join(folder, "node_modules"));
    await symlink(root, join(folder, "node_modules/overtone-music"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "worker.ts"), WORKER);
    await writeFile(join(folder, "page.ts"), PAGE);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("contains the build, the schema, the demo library, the plugins and the origin of the weights, and no other sources or tests", () => {
    const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [{ files }] = JSON.parse(output) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);

    for (const needed of [
      ...["package.json", "README.md", "LICENSE", "CHANGELOG.md", "dist/main.js"],
      ...[
        "dist/cli/overtone.js",
        "dist/web/index.html",
        "dist/guide/index.html",
        "schema/openapi.yaml",
      ],
      ...["dist/modules/package/engine.js", "dist/modules/package/decode.js"],
      ...["dist/types/package/engine.d.ts", "dist/types/package/decode.d.ts"],
      ...["src/demo/library/manifest.json", "src/plugins/beets/overtone.py"],
    ]) {
      expect(paths).toContain(needed);
    }
    expect(paths.some((path) => /^src\/dsp\/.*-weights\.json$/.test(path))).toBe(true);
    expect(
      paths.filter(
        (path) =>
          /(^|\/)\.|^test\//.test(path) ||
          (path.startsWith("src/") &&
            !/^src\/(?:demo\/library|plugins)\/|-weights\.json$/.test(path)),
      ),
    ).toEqual([]);
  });

  it("is bundled by Vite into a worker below 1 MB gzipped that needs no built-in module of Node.js", async () => {
    const result = await build({
      ...{ root: folder, configFile: false, logLevel: "silent" },
      worker: { format: "es" },
      build: { write: false, rolldownOptions: { input: join(folder, "page.ts") } },
    });
    const { output } = result as Rolldown.RolldownOutput;
    const texts = new Map(
      output.map((file): readonly [string, string] => [
        file.fileName,
        file.type === "chunk" ? file.code : Buffer.from(file.source).toString("utf8"),
      ]),
    );
    // Loaded only for packets of Opus that were lost, which files do not have.
    const loaded = [...texts].filter(([name]) => !/opus-?ml/i.test(name) && !name.endsWith(".map"));
    const bytes = loaded.reduce((sum, [, text]) => sum + gzipSync(text).length, 0);

    expect(loaded.some(([name]) => name.includes("worker"))).toBe(true);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(1_000_000);
    for (const [, text] of loaded) {
      expect(text).not.toMatch(/\bfrom\s*["']node:|__vite-browser-external|\brequire\(["']node:/);
    }
  });

  it.each([
    ["bundlers", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
    ["Node.js", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ])("has types that a strict consumer can check whole, for %s", (_, module, moduleResolution) => {
    const program = ts.createProgram([join(folder, "worker.ts")], {
      ...{ module, moduleResolution, strict: true, noEmit: true, skipLibCheck: false },
      ...{ target: ts.ScriptTarget.ES2022, lib: ["lib.es2023.d.ts", "lib.dom.d.ts"], types: [] },
      ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    });

    const complaints = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText, file }) => `${file?.fileName ?? ""}: ${JSON.stringify(messageText)}`);

    expect(complaints).toEqual([]);
  });
});
