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

/** What is tried with a command that is killed. */
interface KilledCommand {
  readonly command: Command;
  /** What runs before it. */
  readonly first?: Command;
  /** What runs twice after it was killed; itself where absent. */
  readonly then?: Command;
}

const WRITE_TAGS = ["tag", "music", "--write", "--min-confidence", "0"];
const UNDO_TAGS = ["tag", "--undo"];

/** Commands that write beside the files of somebody, or only read them. */
const KILLED: readonly KilledCommand[] = [
  { command: WRITE_TAGS },
  { command: WRITE_TAGS, then: UNDO_TAGS },
  { first: WRITE_TAGS, command: UNDO_TAGS },
  { command: ["playlist", "write"] },
  { command: ["export", "--format", "csv", "--output", join("lists", "tracks.csv")] },
  { command: ["scan", "--analyze"] },
];

/** The kinds of faults at a call, in turn; the one without a kind is a kill at some time. */
const FAULTS = ["kill", undefined, "full"] as const;

/** SHA-256 of nothing: a file that was made, and not written yet. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Above the age at which a hidden file counts as left by a process that has ended. */
const LEFT_MILLISECONDS = 7 * 3_600_000;

/** A command that ran to its end. */
interface WholeRun extends KilledCommand {
  /** The files of both folders after it, and after what runs then: a playlist has more of what a scan has read by then. */
  readonly states: readonly [OwnedFiles, OwnedFiles];
  readonly milliseconds: number;
  /** How many calls about files it made. */
  readonly calls: number;
}

/** A folder of music and one of playlists of somebody, in which commands are killed. */
export class OwnerTrials {
  readonly #runs: WholeRun[] = [];

  private constructor(
    private readonly folder: string,
    private readonly imports: readonly string[],
  ) {}

  /**
   * @param options.imports arguments by which Node.js loads modules first
   * @param options.formats how many kinds of audio files there are; all where absent
   * @param options.killed the first words of the only commands that are killed; all where absent
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
    const trials = new OwnerTrials(folder, imports);
    await trials.#makeWhole(formats);
    for (const one of KILLED) {
      if (one.command.join(" ").startsWith(killed)) trials.#runs.push(await trials.#runWhole(one));
    }
    return trials;
  }

  /**
   * Lets a fault happen to a command, goes on, and returns what nobody announced. Of three faults, the first is a kill between two
   * calls, the second one at some time, and the third a disk that is full from some call on.
   */
  async try(choices: RandomChoices, index: number): Promise<readonly string[]> {
    const { first, command, then = command, ...whole } = choices.oneOf(this.#runs);
    const { states, milliseconds, calls } = whole;
    const kind = FAULTS[index % FAULTS.length];
    const at = this.#copy();
    if (first) await this.#start(first, at).finished();
    const before = this.#filesIn(at);
    const fault = kind && { kind, number: 1 + choices.below(calls) };
    const process = this.#start(command, at, fault);
    if (fault) await process.finished();
    else {
      await pause(choices.below(milliseconds));
      await process.stop("SIGKILL");
    }
    const announced = announcedBetween(before, states);
    const left = unannounced(before, withoutHidden(this.#filesIn(at)), announced);
    await this.#age(at);
    for (let run = 0; run < states.length; run++) await this.#start(then, at).finished();
    const repeated = unannounced(states[1], this.#filesIn(at), new Map());
    rmSync(at, { recursive: true });
    const nameOf = (of: Command): string => `overtone ${of.join(" ")}`;
    return [
      ...left.map((problem) => `${nameOf(command)}, ${kind ?? "kill"}: ${problem}`),
      ...repeated.map((problem) => `${nameOf(command)}, then ${nameOf(then)}: ${problem}`),
    ];
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

  async #runWhole(killed: KilledCommand): Promise<WholeRun> {
    const { first: before, command, then = command } = killed;
    const at = this.#copy();
    if (before) await this.#start(before, at).finished();
    const startedAt = performance.now();
    await this.#start(command, at).finished();
    const milliseconds = performance.now() - startedAt;
    const calls = Number(readFileSync(this.#countedIn(at), "utf8"));
    const first = this.#filesIn(at);
    await this.#start(then, at).finished();
    const states = [first, this.#filesIn(at)] as const;
    rmSync(at, { recursive: true });
    return { ...killed, states, milliseconds, calls };
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

/** A file that is being written has a hidden name; the next run removes it. */
const withoutHidden = (files: OwnedFiles): OwnedFiles =>
  new Map([...files].filter(([path]) => !basename(path).startsWith(".")));
