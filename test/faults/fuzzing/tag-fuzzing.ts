import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tagFields, type TagField } from "../../../src/domain/tagging/tag-field.js";
import type { TagRestoration } from "../../../src/domain/tagging/tag-restoration.js";
import { taggableFiles } from "../../adapters/library/tag-writing/taggable-files.js";
import { files, never } from "../../adapters/library/tag-writing/tag-access.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import type { PartResult } from "../report.js";
import { mutantOf } from "./mutants.js";
import { RandomChoices } from "./random-choices.js";
import { seedFiles, type SeedFile } from "./seed-files.js";

/** Mutants are made of these, most of which have a tag that can be written. */
const seeds: readonly SeedFile[] = [
  ...seedFiles().filter(({ format }) => format !== "ffmpeg"),
  ...taggableFiles.map(({ name, file }) => ({ name, format: "ffmpeg" as const, bytes: file })),
];

/** Values of many lengths, and with letters that tags encode in several ways. */
const VALUES = [
  "128",
  "8A",
  "",
  "x".repeat(300),
  "Ещё 日本 𝄞",
  "a\0b",
  "-6.54 dB",
  "y".repeat(70_000),
];

/** Maximum number of findings that are listed. */
const MAX_FINDINGS = 100;

/** Writes tags into damaged files and takes them back: each file is what it was, or has said why it was not written. */
export async function fuzzTags(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  const { seed, tagMutants, replay } = run.options;
  const folder = join(await run.folder(), "tags");
  await mkdir(folder);
  const wanted =
    replay === undefined ? Array.from({ length: tagMutants }, (_, index) => index) : [replay];
  const findings: string[] = [];
  const counts = { written: 0, refused: 0 };
  let runs = 0;
  for (const index of wanted) {
    if (run.signal.aborted || findings.length === MAX_FINDINGS) break;
    const { bytes, description } = mutantOf(seeds, seed, index);
    const outcome = await tagged(folder, bytes, new RandomChoices(seed, index)).catch(
      (error: unknown) => `failed: ${String(error)}`,
    );
    if (outcome === "written" || outcome === "refused") counts[outcome]++;
    else findings.push(`--seed ${seed} --replay ${index}, ${description}: ${outcome}`);
    runs++;
    if (runs % 1_000 === 0) run.note(`tags: ${runs} mutants, ${findings.length} findings`);
  }
  const observed = `${counts.written} written and restored, ${counts.refused} refused`;
  return [
    { part: "fuzz writing tags", runs, findings, seconds: secondsSince(startedAt), observed },
  ];
}

/** Writes values into a file and takes them back; returns what is wrong where it is neither written nor refused. */
async function tagged(folder: string, bytes: Uint8Array, random: RandomChoices): Promise<string> {
  const path = join(folder, "mutant");
  await writeFile(path, bytes);
  const isAsBefore = async (): Promise<boolean> => (await readFile(path)).equals(bytes);
  const content = await files.read(path);
  if ("problem" in content) return (await isAsBefore()) ? "refused" : "was changed by reading";
  const fields = tagFields.filter(() => random.isLikely(0.5));
  const changes = new Map(
    fields.map((field): readonly [TagField, readonly { value: string }[]] => [
      field,
      random.isLikely(0.8) ? [{ value: random.oneOf(VALUES) }] : [],
    ]),
  );
  let restoration: TagRestoration | undefined;
  const beforeReplacing = (found?: TagRestoration): Promise<void> => {
    restoration = found;
    return Promise.resolve();
  };
  const problem = await files.write(path, { changes, content, beforeReplacing }, never);
  if ((await readdir(folder)).length > 1) return "another file is left";
  if (problem) return (await isAsBefore()) ? "refused" : `was changed: ${problem.problem}`;
  if (!restoration) return "written";
  const restored = await files.restore(path, restoration, never);
  if (restored !== true) return `is not restored: ${JSON.stringify(restored)}`;
  return (await isAsBefore()) ? "written" : "is restored as other bytes";
}
