import { createHash } from "node:crypto";
import {
  appendFile,
  copyFile,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { taggedSound } from "../../../adapters/library/tagged-audio.js";
import { isUserStep, SHEETS, TRACK_TITLES, type Step } from "./library-history.js";

const SAMPLE_RATE = 16_000;

/** The artist of all files. */
const ARTIST = "Band";

/** A folder on a disk of its own. */
const MOUNTED = "Sub";

/** What a whole file of the model holds. */
interface Content {
  readonly sound: number;
  readonly title: string;
}

/** Files on disk, changed step by step as people and programs change them. */
export class ChangedLibrary {
  /** The files that were truncated, with their whole content. */
  readonly #halves = new Map<string, Content>();
  /** A file whose second half is still to come. */
  #growing: Promise<void> = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** Changes the files; steps of a server and of its user change none. */
  async apply(step: Step): Promise<void> {
    if (isUserStep(step)) return;
    switch (step.kind) {
      case "scan":
      case "analyse":
      case "analyse meanwhile":
      case "restart":
      case "second server":
      case "pause":
      case "kill":
        return;
      default:
        await this.settled();
        return this.#change(step);
    }
  }

  /** Resolves when no file grows any more. */
  async settled(): Promise<void> {
    await this.#growing;
  }

  /** Lets no file grow any more, and no disk be away. */
  async rest(): Promise<void> {
    await this.settled();
    await this.#mount();
  }

  /** Returns the absolute path of a file. */
  at(relative: string): string {
    return join(this.folder, relative);
  }

  /** Returns the absolute paths of all audio files. */
  async paths(): Promise<readonly string[]> {
    const entries = await readdir(this.folder, { recursive: true });
    return entries.filter((entry) => entry.endsWith(".aiff")).map((entry) => this.at(entry));
  }

  /** Reads what a whole file holds from its bytes; `undefined` of one that is not whole. */
  async #contentOf(relative: string): Promise<Content | undefined> {
    const bytes = await readFile(this.at(relative)).catch(() => undefined);
    return bytes && contents.get(hashOf(bytes));
  }

  /** Removes all files, also those of a disk that is away. */
  async remove(): Promise<void> {
    await this.rest();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #change(step: Step): Promise<void> {
    switch (step.kind) {
      case "put":
        return this.#write(step.path, step);
      case "grow":
        return this.#grow(step);
      case "retag": {
        const content = await this.#contentOf(step.path);
        if (content) await this.#retag(step.path, { ...content, title: step.title }, step.how);
        return;
      }
      case "swap titles": {
        const [one, other] = await Promise.all(step.paths.map((at) => this.#contentOf(at)));
        if (!one || !other) return;
        await this.#write(step.paths[0], { ...one, title: other.title });
        return this.#write(step.paths[1], { ...other, title: one.title });
      }
      case "rotate titles":
        return this.#rotate();
      case "swap files": {
        const [one, other] = step.paths;
        if (one === other || !(await this.#exists(one)) || !(await this.#exists(other))) return;
        await rename(this.at(one), this.at("swapped.tmp"));
        await rename(this.at(other), this.at(one));
        return rename(this.at("swapped.tmp"), this.at(other));
      }
      case "move":
      case "copy": {
        if (step.from === step.to || !(await this.#exists(step.from))) return;
        await mkdir(dirname(this.at(step.to)), { recursive: true });
        this.#halves.delete(step.to);
        return (step.kind === "move" ? rename : copyFile)(this.at(step.from), this.at(step.to));
      }
      case "move folder": {
        const [from, to] = (await this.#exists(MOUNTED)) ? [MOUNTED, "Moved"] : ["Moved", MOUNTED];
        if (!(await this.#exists(from)) || (await this.#exists(to))) return;
        return rename(this.at(from), this.at(to));
      }
      case "unmount": {
        if (!(await this.#exists(MOUNTED)) || (await exists(this.#disk))) return;
        // A disk without files looks like one that is away, when it is back.
        if ((await readdir(this.at(MOUNTED))).length === 0) return;
        await rename(this.at(MOUNTED), this.#disk);
        return mkdir(this.at(MOUNTED)).then(() => undefined);
      }
      case "mount":
        return this.#mount();
      case "replace": {
        const content = await this.#contentOf(step.path);
        if (content) await this.#write(step.path, { ...content, sound: step.sound });
        return;
      }
      case "replace and keep the time": {
        const content = await this.#contentOf(step.path);
        if (!content) return;
        const { atime, mtime } = await stat(this.at(step.path));
        await this.#write(step.path, { ...content, sound: step.sound });
        return utimes(this.at(step.path), atime, mtime);
      }
      case "truncate": {
        const content = await this.#contentOf(step.path);
        if (!content) return;
        this.#halves.set(step.path, content);
        return writeFile(this.at(step.path), halvesOf(content)[0]);
      }
      case "complete": {
        const content = this.#halves.get(step.path);
        if (content) await this.#write(step.path, content);
        return;
      }
      case "remove":
        return rm(this.at(step.path), { force: true });
      case "put sheet":
        await mkdir(dirname(this.at(step.path)), { recursive: true });
        return writeFile(this.#sheetAt(step.path), sheetOf(step));
      case "remove sheet":
        return rm(this.#sheetAt(step.path), { force: true });
      default:
    }
  }

  async #retag(at: string, content: Content, how: "written" | "replaced" | "in place") {
    const bytes = fileOf(content);
    const { size, atime, mtime } = await stat(this.at(at));
    if (how === "replaced") {
      await writeFile(this.at("replaced.tmp"), bytes);
      return rename(this.at("replaced.tmp"), this.at(at));
    }
    if (how === "written" || size !== bytes.length) return this.#write(at, content);
    const file = await open(this.at(at), "r+");
    await file.write(bytes.subarray(-TAG_BYTES), 0, TAG_BYTES, bytes.length - TAG_BYTES);
    await file.close();
    await utimes(this.at(at), atime, mtime);
  }

  /** Gives each whole file the title of the next one. */
  async #rotate(): Promise<void> {
    const whole: { readonly at: string; readonly content: Content }[] = [];
    for (const at of [...(await this.paths())].sort()) {
      const relative = at.slice(this.folder.length + 1);
      const content = await this.#contentOf(relative);
      if (content) whole.push({ at: relative, content });
    }
    for (const [index, { at, content }] of whole.entries()) {
      const next = whole[(index + 1) % whole.length];
      if (next) await this.#write(at, { ...content, title: next.content.title });
    }
  }

  async #grow(step: Step & { kind: "grow" }): Promise<void> {
    const [start, rest] = halvesOf(step);
    const at = this.at(step.path);
    this.#halves.delete(step.path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, start);
    this.#growing = pause(step.milliseconds).then(() => appendFile(at, rest));
  }

  /** Lets the disk be back, which hides what was written where it was. */
  async #mount(): Promise<void> {
    if (!(await exists(this.#disk))) return;
    await rm(this.at(MOUNTED), { recursive: true, force: true });
    await rename(this.#disk, this.at(MOUNTED));
  }

  /** Where the files of the disk lie while it is away. */
  get #disk(): string {
    return `${this.folder}-disk`;
  }

  #sheetAt(relative: string): string {
    return this.at(relative.replace(/\.aiff$/u, ".cue"));
  }

  #exists(relative: string): Promise<boolean> {
    return exists(this.at(relative));
  }

  async #write(relative: string, content: Content): Promise<void> {
    this.#halves.delete(relative);
    await mkdir(dirname(this.at(relative)), { recursive: true });
    await writeFile(this.at(relative), fileOf(content));
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const contents = new Map<string, Content>();
const made = new Map<string, Uint8Array>();

export const hashOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Bytes at the end of a file that contain its tag. */
const TAG_BYTES = 64;

/** Returns a file that holds a sound, and is tagged with a name; its tag lies at its end. */
function fileOf({ sound: number, title }: Content): Uint8Array {
  const key = `${number} ${title}`;
  let bytes = made.get(key);
  if (bytes === undefined) {
    const sound = { samples: soundOf(number), channels: 1, sampleRate: SAMPLE_RATE } as const;
    bytes = taggedSound({ TPE1: ARTIST, TIT2: title }, sound);
    made.set(key, bytes);
    contents.set(hashOf(bytes), { sound: number, title });
  }
  return bytes;
}

/** Returns a cue sheet of the file that it lies beside. */
function sheetOf({ path, sheet, title }: Step & { kind: "put sheet" }): string {
  const firstTitle = TRACK_TITLES.indexOf(title);
  const tracks = (SHEETS[sheet] ?? []).flatMap((seconds, index) => [
    `  TRACK 0${index + 1} AUDIO`,
    `    TITLE "${TRACK_TITLES[(firstTitle + index) % TRACK_TITLES.length]}"`,
    `    INDEX 01 00:0${seconds}:00`,
  ]);
  return [`PERFORMER "${ARTIST}"`, `FILE "${basename(path)}" WAVE`, ...tracks].join("\n");
}

function halvesOf(content: Content): readonly [Uint8Array, Uint8Array] {
  const whole = fileOf(content);
  const middle = Math.floor(whole.length * 0.6);
  return [whole.subarray(0, middle), whole.subarray(middle)];
}

/** Where the first two sounds differ, seconds: in no sample of the file that a scan compares. */
const [DIFFERENT_FROM, DIFFERENT_UP_TO] = [2.1, 2.4];

/** Tones with clicks, of several pitches, tempos and lengths; several have one length. */
function soundOf(number: number): Int16Array {
  const seconds = [7, 7, 8, 8, 9, 7][number] ?? 7;
  return Int16Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    const time = index / SAMPLE_RATE;
    const isAlike = number === 1 && (time < DIFFERENT_FROM || time >= DIFFERENT_UP_TO);
    const heard = isAlike ? 0 : number;
    const sinceBeat = time % (60 / (90 + 17 * heard));
    const click = 12_000 * Math.exp(-sinceBeat / 0.01) * Math.sin(2 * Math.PI * 1_500 * sinceBeat);
    const frequency = 220 * 2 ** (heard / 5);
    return Math.round(6_000 * Math.sin(2 * Math.PI * frequency * time) + click);
  });
}
