import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { link, mkdir, rename, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { taggableFiles } from "../../adapters/library/tag-writing/taggable-files.js";
import { RunningProcess } from "../../application/processes/running-process.js";
import type { RandomChoices } from "../fuzzing/random-choices.js";
import { importedCalls } from "../hangs/outside-calls.js";
import { faultAt, type CallFault } from "./call-faults.js";
import { ownedFilesIn, unannounced, type OwnedFiles } from "./owned-files.js";

type Command = readonly string[];

/** What is tried with a command. */
interface TriedCommand {
  readonly command: Command;
  /** What runs before it. */
  readonly first?: Command;
  /** What runs at the same time in another process, where there is a race. */
  readonly beside?: Command;
  /** What runs twice after it; itself where absent. */
  readonly then?: Command;
}

const WRITE_TAGS = ["tag", "music", "--write", "--min-confidence", "0"];
const UNDO_TAGS = ["tag", "--undo"];
const WRITE_PLAYLISTS = ["playlist", "write"];
const EXPORT = ["export", "--format", "csv", "--output", join("lists", "tracks.csv")];
const SCAN = ["scan", "--analyze"];

/** Commands that write beside the files of somebody, or only read them. */
const KILLED: readonly TriedCommand[] = [
  { command: WRITE_TAGS },
  { command: WRITE_TAGS, then: UNDO_TAGS },
  { first: WRITE_TAGS, command: UNDO_TAGS },
  { command: WRITE_PLAYLISTS },
  { command: EXPORT },
  { command: SCAN },
];

/** Commands that two processes run at the same time. */
const RACES: readonly TriedCommand[] = [
  { command: WRITE_TAGS, beside: WRITE_TAGS },
  { command: WRITE_TAGS, beside: WRITE_TAGS, then: UNDO_TAGS },
  { first: WRITE_TAGS, command: UNDO_TAGS, beside: UNDO_TAGS },
  { first: WRITE_TAGS, command: UNDO_TAGS, beside: WRITE_TAGS },
  // Files that are being tagged are in no playlist until a scan has read them again.
  { command: WRITE_TAGS, beside: SCAN, then: SCAN },
  { command: WRITE_PLAYLISTS, beside: WRITE_PLAYLISTS },
  { command: WRITE_PLAYLISTS, beside: SCAN },
  { command: EXPORT, beside: EXPORT },
  { command: SCAN, beside: SCAN },
];

/** What happens to a command, in turn: a kill between two calls, one at some time, a disk that is full from some call on, a race. */
const FAULTS = ["kill", "kill at some time", "full", "race"] as const;

/** The playlists that commands write, beside those of the owner with their names. */
const OWN_LISTS: readonly string[] = ["Calm (2).m3u8", "Wild (2).m3u8"];

/** SHA-256 of nothing: a file that was made, and not written yet. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Above the age at which a hidden file counts as left by a process that has ended. */
const LEFT_MILLISECONDS = 7 * 3_600_000;

/** A command that ran to its end. */
interface WholeRun extends TriedCommand {
  /** The files of both folders after it, after what runs beside it, and after what runs then: a playlist has more of what a scan has read by then. */
  readonly states: readonly OwnedFiles[];
  readonly milliseconds: number;
  /** How many calls about files it made. */
  readonly calls: number;
}

/** A folder of music and one of playlists of somebody, in which commands are killed, find the disk full, or run at the same time. */
export class OwnerTrials {
  readonly #runs = new Map<TriedCommand, WholeRun>();

  private constructor(
    private readonly folder: string,
    private readonly imports: readonly string[],
    private readonly commands: readonly TriedCommand[],
  ) {}

  /**
   * @param options.imports arguments by which Node.js loads modules first
   * @param options.formats how many kinds of audio files there are; all where absent
   * @param options.killed the first words of the only commands that are tried; all where absent
   */
  static async prepare(
    folder: string,
    {
      imports = [],
      formats,
      killed = "",
    }: {
      readonly imports?: readonly string[];
      readonly formats?: number;
      readonly killed?: string | undefined;
    } = {},
  ): Promise<OwnerTrials> {
    const tried = [...KILLED, ...RACES].filter(({ command }) =>
      command.join(" ").startsWith(killed),
    );
    const trials = new OwnerTrials(folder, imports, tried);
    await trials.#makeWhole(formats);
    return trials;
  }

  /** Lets a fault, the kind of which follows from the index, happen to a command, goes on, and returns what nobody announced. */
  async try(choices: RandomChoices, index: number): Promise<readonly string[]> {
    const kind = FAULTS[index % FAULTS.length] ?? "race";
    const tried = await this.#wholeRunOf(
      choices.oneOf(this.commands.filter(({ beside }) => !beside === (kind !== "race"))),
    );
    const { first, command, then = command, states } = tried;
    const at = this.#copy();
    if (first) await this.#start(first, at).finished();
    const before = this.#filesIn(at);
    await this.#letHappen(kind, tried, { at, choices });
    const announced = announcedBetween(before, states);
    const found = withoutHidden(this.#filesIn(at));
    const left = unannounced(before, tried.beside ? withoutOwnLists(found) : found, announced);
    await this.#age(at);
    for (let run = 0; run < 2; run++) await this.#start(then, at).finished();
    const repeated = unannounced(states.at(-1) ?? new Map(), this.#filesIn(at), new Map());
    rmSync(at, { recursive: true });
    const name = [command, ...(tried.beside ? [tried.beside] : [])]
      .map((words) => `overtone ${words.join(" ")}`)
      .join(" beside ");
    return [
      ...left.map((problem) => `${name}, ${kind}: ${problem}`),
      ...repeated.map((problem) => `${name}, ${kind}, then ${then.join(" ")}: ${problem}`),
    ];
  }

  /** Runs a command to which a fault happens, or two at once where the other one begins at any time of the first. */
  async #letHappen(
    kind: (typeof FAULTS)[number],
    { command, beside = [], milliseconds, calls }: WholeRun,
    { at, choices }: { readonly at: string; readonly choices: RandomChoices },
  ): Promise<void> {
    const fault =
      kind === "kill" || kind === "full" ? { kind, number: 1 + choices.below(calls) } : undefined;
    const process = this.#start(command, at, fault);
    if (fault) return void (await process.finished());
    await pause(choices.below(milliseconds));
    if (kind === "kill at some time") return void (await process.stop("SIGKILL"));
    const other = this.#start(beside, at);
    await Promise.all([process.finished(), other.finished()]);
  }

  /**
   * Makes hidden files as old as those that a command removes, because no process writes them any more; but for those of tags, which
   * are known to be left.
   */
  async #age(at: string): Promise<void> {
    const old = new Date(Date.now() - LEFT_MILLISECONDS);
    for (const path of this.#filesIn(at).keys()) {
      if (/^\.(?!overtone-tags-)/.test(basename(path))) await utimes(path, old, old);
    }
  }

  /** Makes the folders where they are copied to. */
  async #makeWhole(formats: number | undefined): Promise<void> {
    const at = join(this.folder, "trial");
    const [music, lists] = [join(at, "music"), join(at, "lists")];
    await mkdir(music, { recursive: true });
    await mkdir(lists);
    for (const { name, file, extension } of taggableFiles.slice(0, formats)) {
      await writeFile(join(music, `Ann - ${name}.${extension}`), file);
    }
    await writeFile(join(music, "notes.txt"), "These are notes.");
    await link(join(music, "notes.txt"), join(music, "notes with another name.txt"));
    await symlink("notes.txt", join(music, "link.txt"));
    await writeFile(join(lists, "Calm.m3u8"), "#EXTM3U\n# of its owner\n");
    await symlink(join(music, "notes.txt"), join(lists, "Wild.m3u8"));
    for (const command of [
      ["scan", "--analyze"],
      ["playlist", "create", "Calm", "--write"],
      ["playlist", "create", "Wild", "--write"],
    ]) {
      await this.#start(command, at).finished();
    }
    await rename(at, join(this.folder, "whole"));
  }

  /** Returns the run of a command that nothing happens to; the first time, it runs. */
  async #wholeRunOf(tried: TriedCommand): Promise<WholeRun> {
    const known = this.#runs.get(tried) ?? (await this.#runWhole(tried));
    this.#runs.set(tried, known);
    return known;
  }

  async #runWhole(tried: TriedCommand): Promise<WholeRun> {
    const { first, command, beside, then = command } = tried;
    const at = this.#copy();
    if (first) await this.#start(first, at).finished();
    const startedAt = performance.now();
    await this.#start(command, at).finished();
    const milliseconds = performance.now() - startedAt;
    const calls = Number(readFileSync(this.#countedIn(at), "utf8"));
    const states = [this.#filesIn(at)];
    for (const next of beside ? [beside, then] : [then]) {
      await this.#start(next, at).finished();
      states.push(this.#filesIn(at));
    }
    rmSync(at, { recursive: true });
    return { ...tried, states, milliseconds, calls };
  }

  /** Copies everything to where it was made, because the database has absolute paths. */
  #copy(): string {
    const at = join(this.folder, "trial");
    if (existsSync(at)) rmSync(at, { recursive: true });
    execFileSync("cp", ["-a", join(this.folder, "whole"), at]);
    return at;
  }

  #filesIn(at: string): OwnedFiles {
    return ownedFilesIn(join(at, "music"), join(at, "lists"));
  }

  #countedIn(at: string): string {
    return join(at, "calls");
  }

  #start(command: Command, at: string, fault?: CallFault): RunningProcess {
    const counting = faultAt(fault, importedCalls(), this.#countedIn(at));
    const args = command.map((part) => (/^(music|lists)/.test(part) ? join(at, part) : part));
    return new RunningProcess(
      "dist/cli/overtone.js",
      args,
      {
        ...{ DATA_DIR: join(at, "data"), LIBRARY_DIRS: join(at, "music") },
        ...{ PLAYLIST_DIR: join(at, "lists"), LOG_LEVEL: "warn" },
      },
      [...this.imports, "--import", counting],
    );
  }
}

/** A command may leave each file as it was, or as it is once it has ended; a new one also empty, or absent. */
function announcedBetween(
  before: OwnedFiles,
  states: readonly OwnedFiles[],
): ReadonlyMap<string, readonly string[]> {
  const announced = new Map<string, readonly string[]>();
  for (const [path, { content }] of states.flatMap((state) => [...state])) {
    if (before.get(path)?.content === content) continue;
    const others = announced.get(path) ?? (before.has(path) ? [] : [EMPTY]);
    announced.set(path, [...others, content]);
  }
  return announced;
}

/** Playlists of a scan that tags were written beside have any part of the tracks; the next scan makes them whole. */
const withoutOwnLists = (files: OwnedFiles): OwnedFiles =>
  new Map([...files].filter(([path]) => !OWN_LISTS.includes(basename(path))));

/** A file that is being written has a hidden name; the next run removes it. */
const withoutHidden = (files: OwnedFiles): OwnedFiles =>
  new Map([...files].filter(([path]) => !basename(path).startsWith(".")));
