import { createHash } from "node:crypto";
import {
  copyFile,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Analyzer } from "../../../src/ports/analysis/analyzer.js";
import type { Pins } from "./model-pins.js";
import { taggedSound } from "../../adapters/library/tagged-audio.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

const SAMPLE_RATE = 8_000;

/** Recordings of different lengths and tempi, by their number. */
const SOUNDS = 5;

const NAMES = ["One", "Two", "Three", "Four"] as const;

const PATHS = ["a.aiff", "b.aiff", "c.aiff", "Sub/d.aiff", "Sub/e.aiff"] as const;

/** One event in the life of a library. Files are named by their paths, which need not exist. */
export type Step =
  | { readonly kind: "put"; readonly path: string; readonly sound: number; readonly name: string }
  | { readonly kind: "retag"; readonly path: string; readonly name: string }
  | { readonly kind: "swap titles"; readonly paths: readonly [string, string] }
  | { readonly kind: "swap files"; readonly paths: readonly [string, string] }
  | { readonly kind: "move" | "copy"; readonly from: string; readonly to: string }
  | { readonly kind: "replace"; readonly path: string; readonly sound: number }
  | { readonly kind: "replace and keep the time"; readonly path: string; readonly sound: number }
  | { readonly kind: "truncate" | "complete" | "remove"; readonly path: string }
  | { readonly kind: "pin" | "unpin"; readonly name: string; readonly sound: number }
  | { readonly kind: "scan" | "analyse" | "analyse meanwhile" | "restart" | "second server" };

const path = fc.constantFrom(...PATHS);
const name = fc.constantFrom(...NAMES);
const sound = fc.integer({ min: 0, max: SOUNDS - 1 });

/** Any sequence of at most 40 events. */
export const histories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("put" as const), path, sound, name }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("retag" as const), path, name }) },
    fc.record({
      kind: fc.constantFrom("swap titles" as const, "swap files" as const),
      paths: fc.tuple(path, path),
    }),
    fc.record({ kind: fc.constantFrom("move" as const, "copy" as const), from: path, to: path }),
    fc.record({
      kind: fc.constantFrom("replace" as const, "replace and keep the time" as const),
      path,
      sound,
    }),
    fc.record({
      kind: fc.constantFrom("truncate" as const, "complete" as const, "remove" as const),
      path,
    }),
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("pin" as const, "unpin" as const),
        name,
        sound,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom("scan" as const, "analyse" as const) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          "analyse meanwhile" as const,
          "restart" as const,
          "second server" as const,
        ),
      }),
    },
  ),
  { maxLength: 40, size: "max" },
);

/** What a file of the model holds. */
interface Content {
  readonly sound: number;
  readonly name: string;
}

/** Files on disk, changed step by step as people and programs change them. */
export class ModelLibrary {
  /** The files that were truncated, with their whole bytes. */
  readonly #halves = new Map<string, Content>();

  constructor(private readonly folder: string) {}

  /** Changes the files; steps of a server change none. */
  async apply(step: Step): Promise<void> {
    switch (step.kind) {
      case "put":
        return this.#write(step.path, step);
      case "retag": {
        const content = await this.#contentOf(step.path);
        if (content) await this.#write(step.path, { ...content, name: step.name });
        return;
      }
      case "swap titles": {
        const [one, other] = await Promise.all(step.paths.map((at) => this.#contentOf(at)));
        if (!one || !other) return;
        await this.#write(step.paths[0], { ...one, name: other.name });
        return this.#write(step.paths[1], { ...other, name: one.name });
      }
      case "swap files": {
        const [one, other] = step.paths;
        if (one === other || !(await this.#contentOf(one)) || !(await this.#contentOf(other)))
          return;
        await rename(this.#at(one), this.#at("swapped.tmp"));
        await rename(this.#at(other), this.#at(one));
        return rename(this.#at("swapped.tmp"), this.#at(other));
      }
      case "move":
      case "copy": {
        if (step.from === step.to || !(await this.#contentOf(step.from))) return;
        await mkdir(this.#at("Sub"), { recursive: true });
        const act = step.kind === "move" ? rename : copyFile;
        return act(this.#at(step.from), this.#at(step.to));
      }
      case "replace": {
        const content = await this.#contentOf(step.path);
        if (content) await this.#write(step.path, { ...content, sound: step.sound });
        return;
      }
      case "replace and keep the time": {
        const content = await this.#contentOf(step.path);
        if (!content) return;
        const { atime, mtime } = await stat(this.#at(step.path));
        await this.#write(step.path, { ...content, sound: step.sound });
        return utimes(this.#at(step.path), atime, mtime);
      }
      case "truncate": {
        const content = await this.#contentOf(step.path);
        if (!content) return;
        const whole = await readFile(this.#at(step.path));
        this.#halves.set(step.path, content);
        return writeFile(this.#at(step.path), whole.subarray(0, Math.floor(whole.length * 0.6)));
      }
      case "complete": {
        const content = this.#halves.get(step.path);
        if (content) await this.#write(step.path, content);
        return;
      }
      case "remove":
        return rm(this.#at(step.path), { force: true });
      case "pin":
      case "unpin":
      case "scan":
      case "analyse":
      case "analyse meanwhile":
      case "restart":
      case "second server":
        return;
    }
  }

  /** Returns the paths and bytes of all files. */
  async files(): Promise<ReadonlyMap<string, Uint8Array>> {
    const entries = await readdir(this.folder, { recursive: true });
    const paths = entries.filter((entry) => entry.endsWith(".aiff")).sort();
    const found = new Map<string, Uint8Array>();
    for (const at of paths) found.set(at, await readFile(this.#at(at)));
    return found;
  }

  #at(relative: string): string {
    return join(this.folder, relative);
  }

  async #write(relative: string, content: Content): Promise<void> {
    this.#halves.delete(relative);
    await mkdir(this.#at("Sub"), { recursive: true });
    await writeFile(this.#at(relative), fileOf(content));
  }

  /** Reads what a whole file holds from its bytes. */
  async #contentOf(relative: string): Promise<Content | undefined> {
    const bytes = await readFile(this.#at(relative)).catch(() => undefined);
    return bytes && contents.get(hashOf(bytes));
  }
}

const contents = new Map<string, Content>();
const made = new Map<string, Uint8Array>();

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Returns a file that holds a sound, and is tagged with a name. */
export function fileOf({ sound: number, name: title }: Content): Uint8Array {
  const key = `${number} ${title}`;
  let bytes = made.get(key);
  if (bytes === undefined) {
    const sound = { samples: samplesOf(number), channels: 1, sampleRate: SAMPLE_RATE } as const;
    bytes = taggedSound({ TPE1: "Band", TIT2: title }, sound);
    made.set(key, bytes);
    contents.set(hashOf(bytes), { sound: number, name: title });
  }
  return bytes;
}

/**
 * Tones with clicks. The first two sounds differ between 5 and 6.5 s only, where no sample of the file is
 * that a scan compares; the others have another pitch and tempo, and two of them one length.
 */
function samplesOf(number: number): Int16Array {
  const seconds = [18, 18, 20, 20, 22][number] ?? 18;
  return Int16Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    const time = index / SAMPLE_RATE;
    const heard = number === 1 && (time < 5 || time >= 6.5) ? 0 : number;
    const sinceBeat = time % (60 / (90 + 17 * heard));
    const click = 12_000 * Math.exp(-sinceBeat / 0.01) * Math.sin(2 * Math.PI * 1_500 * sinceBeat);
    const frequency = 220 * 2 ** (heard / 5);
    return Math.round(6_000 * Math.sin(2 * Math.PI * frequency * time) + click);
  });
}

/** What is measured on a file, by a reader that knows neither the library nor its database. */
export interface Truth {
  readonly recordingId: RecordingId;
  readonly durationMs: number;
  readonly tempo: number | null;
  readonly energy: number | null;
}

/** Measures the bytes that lie in files, each content once. */
export class Judge {
  readonly #known = new Map<string, Promise<Truth | undefined>>();

  constructor(private readonly analyzer: Analyzer) {}

  /** Returns what the bytes of a file sound like; `undefined` where they cannot be decoded. */
  measure(bytes: Uint8Array): Promise<Truth | undefined> {
    const key = hashOf(bytes);
    const known = this.#known.get(key) ?? this.#measure(bytes);
    this.#known.set(key, known);
    return known;
  }

  async #measure(bytes: Uint8Array): Promise<Truth | undefined> {
    const found = await this.analyzer
      .analyze({ kind: "memory", bytes: new Uint8Array(bytes) })
      .catch(() => undefined);
    return (
      found && {
        recordingId: found.recordingId,
        durationMs: Math.round(found.durationSeconds * 1_000),
        tempo: found.estimates.tempo.value,
        energy: found.estimates.energy.value,
      }
    );
  }
}

/** An answer of one edge that is not what the files say. */
export type Mistake = string;

/**
 * Compares what the edges of an application at rest answer with the files that lie there: each row of the
 * export and of GraphQL, and the analysis of each name.
 */
export async function mistakesOf(
  application: ApplicationUnderTest,
  {
    files,
    folder,
    judge,
    pins,
  }: {
    readonly files: ReadonlyMap<string, Uint8Array>;
    readonly folder: string;
    readonly judge: Judge;
    readonly pins: Pins;
  },
): Promise<readonly Mistake[]> {
  const truths = new Map<string, Truth>();
  const names = new Map<string, string[]>();
  for (const [at, bytes] of files) {
    const truth = await judge.measure(bytes);
    if (truth === undefined) continue;
    truths.set(at, truth);
    const title = titleOf(bytes);
    names.set(title, [...(names.get(title) ?? []), at]);
  }
  return [
    ...(await mistakesOfRows(application, truths, folder)),
    ...(await mistakesOfGraphql(application, truths)),
    ...(await mistakesOfNames(application, truths, names, pins)),
  ];
}

/** Reads the title from the tag at the end of a file of the model. */
function titleOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  return NAMES.find((title) => text.includes(`\u0003${title}`)) ?? "";
}

async function mistakesOfRows(
  application: ApplicationUnderTest,
  truths: ReadonlyMap<string, Truth>,
  folder: string,
): Promise<readonly Mistake[]> {
  const response = await application.get("/api/audio/tracks?limit=100", {
    accept: "application/jsonl",
  });
  const rows = (await response.text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ExportedRow);
  const held = new Set([...truths.values()].map(({ recordingId }) => recordingId));
  const mistakes: Mistake[] = [];
  const listed = new Map<string, number>();
  for (const row of rows) {
    if (row.path === null) continue;
    const relative = row.path.slice(folder.length + 1);
    const truth = truths.get(relative);
    if (truth === undefined) mistakes.push(`The export names ${relative}, which is no audio.`);
    else if (!isSame(truth, Math.round(row.durationSeconds * 1_000), row.tempo, row.energy)) {
      mistakes.push(`The export has ${row.tempo} BPM for ${relative}, which has ${truth.tempo}.`);
    }
    if (truth) listed.set(truth.recordingId, (listed.get(truth.recordingId) ?? 0) + 1);
  }
  for (const recordingId of held) {
    const count = listed.get(recordingId) ?? 0;
    if (count !== 1) mistakes.push(`The export has ${count} rows for the files of ${recordingId}.`);
  }
  return mistakes;
}

interface ExportedRow {
  readonly path: string | null;
  readonly durationSeconds: number;
  readonly tempo: number | null;
  readonly energy: number | null;
}

const isSame = (
  truth: Truth,
  durationMs: number,
  tempo: number | null,
  energy: number | null,
): boolean => truth.durationMs === durationMs && truth.tempo === tempo && truth.energy === energy;

async function mistakesOfGraphql(
  application: ApplicationUnderTest,
  truths: ReadonlyMap<string, Truth>,
): Promise<readonly Mistake[]> {
  const query = `{ tracks(first: 100) { edges { node { recordingId analysis { ... on TrackAnalysis {
    recordingId durationMs tempo energy } } } } } }`;
  const response = await fetch(`${application.url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${application.token}`,
    },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as {
    readonly data: { readonly tracks: { readonly edges: readonly { node: GraphqlRow }[] } };
  };
  const rows = data.tracks.edges.map(({ node }) => node);
  const byId = new Map([...truths.values()].map((truth) => [truth.recordingId, truth]));
  const seen = rows.map(({ analysis }) => analysis);
  const missing = [...byId.keys()].filter(
    (id) => seen.filter(({ recordingId }) => recordingId === id).length !== 1,
  );
  const wrong = rows.filter(({ recordingId, analysis }) => {
    const truth = byId.get(recordingId);
    if (recordingId !== analysis.recordingId) return true;
    return truth && !isSame(truth, analysis.durationMs, analysis.tempo, analysis.energy);
  });
  return [
    ...missing.map((id) => `GraphQL does not list ${id} once.`),
    ...wrong.map(({ recordingId }) => `GraphQL has other values for ${recordingId}.`),
  ];
}

interface GraphqlRow {
  readonly recordingId: RecordingId;
  readonly analysis: {
    readonly recordingId: RecordingId;
    readonly durationMs: number;
    readonly tempo: number | null;
    readonly energy: number | null;
  };
}

async function mistakesOfNames(
  application: ApplicationUnderTest,
  truths: ReadonlyMap<string, Truth>,
  names: ReadonlyMap<string, readonly string[]>,
  pins: Pins,
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const [title, paths] of names) {
    const key = trackKeyFrom("Band", title);
    const expected = preferredOf(
      paths.flatMap((at) => truths.get(at) ?? []),
      pins.get(key),
    );
    const response = await application.get(`/api/audio/analysis/${key}`);
    const { data } = (await response.json()) as {
      readonly data: { duration_ms: number; tempo: number | null; energy: number | null } | null;
    };
    if (expected === undefined) continue;
    if (!data) mistakes.push(`"${title}" has no analysis: ${response.status}.`);
    else if (!isSame(expected, data.duration_ms, data.tempo, data.energy)) {
      mistakes.push(`"${title}" answers ${data.duration_ms} ms, not ${expected.durationMs} ms.`);
    }
  }
  return mistakes;
}

/** Returns what a name leads to: the pinned recording, that of most files, the longest, the one with the smallest id. */
function preferredOf(truths: readonly Truth[], pinned: RecordingId | undefined): Truth | undefined {
  const isPinned = ({ recordingId }: Truth): number => Number(recordingId === pinned);
  const countOf = ({ recordingId }: Truth): number =>
    truths.filter((one) => one.recordingId === recordingId).length;
  return [...truths].sort(
    (one, other) =>
      isPinned(other) - isPinned(one) ||
      countOf(other) - countOf(one) ||
      other.durationMs - one.durationMs ||
      (one.recordingId < other.recordingId ? -1 : 1),
  )[0];
}
