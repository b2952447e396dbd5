import fc from "fast-check";

/** Number of sounds, which `soundOf` makes. */
const SOUNDS = 6;

/** Titles; three of one length, so that one can replace the other in place. */
const TITLES = ["One", "Two", "Six", "Four"] as const;

/** A title that the user states and no tag has. */
const STATED_TITLE = "Stated";

/** Where the tracks of a cue sheet begin, seconds; the last sheet has one track, and divides nothing. */
export const SHEETS = [[0, 2, 5], [0, 3], [1, 4], [0]] as const;

const PATHS = ["a.aiff", "b.aiff", "c.aiff", "Sub/d.aiff", "Sub/e.aiff", "Other/f.aiff"] as const;

/** Where a process of its own is killed: while it scans and measures once, or as a server that watches. */
export type Killed = "scan" | "server";

/** What a user chooses or states of the recording that lies at a path; a pin is to the name of that file. */
export type UserStep =
  | { readonly kind: "pin" | "unpin" | "take back"; readonly path: string }
  | { readonly kind: "state name"; readonly title: string; readonly path: string }
  | { readonly kind: "state tempo"; readonly tempo: number; readonly path: string };

const USER_STEPS: readonly string[] = ["pin", "unpin", "state name", "state tempo", "take back"];

export const TRACK_TITLES: readonly string[] = TITLES;

export const isUserStep = (step: Step): step is UserStep => USER_STEPS.includes(step.kind);

/** One event in the life of a library. Files are named by their paths, which need not exist. */
export type Step =
  | UserStep
  | { readonly kind: "put"; readonly path: string; readonly sound: number; readonly title: string }
  /** Arrives in two halves, the second while servers work. */
  | {
      readonly kind: "grow";
      readonly path: string;
      readonly sound: number;
      readonly title: string;
      readonly milliseconds: number;
    }
  | {
      readonly kind: "retag";
      readonly path: string;
      readonly title: string;
      /** Written over, replaced by another file, or changed in place with the former time. */
      readonly how: "written" | "replaced" | "in place";
    }
  | { readonly kind: "swap titles" | "swap files"; readonly paths: readonly [string, string] }
  | { readonly kind: "rotate titles" }
  | { readonly kind: "move" | "copy"; readonly from: string; readonly to: string }
  | { readonly kind: "move folder" }
  /** The disk of a folder is away, and an empty folder lies there; or it is back. */
  | { readonly kind: "unmount" | "mount" }
  | { readonly kind: "replace"; readonly path: string; readonly sound: number }
  | { readonly kind: "replace and keep the time"; readonly path: string; readonly sound: number }
  | { readonly kind: "truncate" | "complete" | "remove" | "remove sheet"; readonly path: string }
  /** Comes to lie beside a file, in place of another one; its first track has the title, and the next ones those behind it. */
  | {
      readonly kind: "put sheet";
      readonly path: string;
      readonly sheet: number;
      readonly title: string;
    }
  | { readonly kind: "scan" | "analyse" | "analyse meanwhile" | "restart" | "second server" }
  | { readonly kind: "pause"; readonly milliseconds: number }
  | {
      readonly kind: "kill";
      readonly killed: Killed;
      /** Whether the other server is closed meanwhile. */
      readonly isAlone: boolean;
      /** Whether the next steps happen before the kill. */
      readonly isMeanwhile: boolean;
      /** Time from its first sign of work to the kill. */
      readonly milliseconds: number;
    };

/** A library, and what happens to it. */
export interface History {
  /** Whether its server watches the files, or scans where a step says so. */
  readonly isWatched: boolean;
  readonly steps: readonly Step[];
}

const path = fc.constantFrom(...PATHS);
const title = fc.constantFrom(...TITLES);
const sound = fc.integer({ min: 0, max: SOUNDS - 1 });
const paths = fc.tuple(path, path);

const one = <const Kind extends Step["kind"]>(...kinds: readonly Kind[]): fc.Arbitrary<Kind> =>
  fc.constantFrom(...kinds);

const changes = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: one("put"), path, sound, title }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: one("grow"), path, sound, title },
      milliseconds: fc.integer({ min: 0, max: 400 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: one("retag"), path, title },
      how: fc.constantFrom("written" as const, "replaced" as const, "in place" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: one("swap titles", "swap files"), paths }) },
  fc.record({ kind: one("rotate titles", "move folder", "unmount", "mount") }),
  { weight: 3, arbitrary: fc.record({ kind: one("move", "copy"), from: path, to: path }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: one("replace", "replace and keep the time"), path, sound }),
  },
  { weight: 2, arbitrary: fc.record({ kind: one("truncate", "complete", "remove"), path }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: one("put sheet"), path, title },
      sheet: fc.integer({ min: 0, max: SHEETS.length - 1 }),
    }),
  },
  fc.record({ kind: one("remove sheet"), path }),
);

const choices = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: one("pin", "pin", "unpin", "take back"), path }) },
  fc.record({
    ...{ kind: one("state name"), path },
    title: fc.constantFrom(...TITLES, STATED_TITLE),
  }),
  fc.record({ kind: one("state tempo"), path, tempo: fc.integer({ min: 60, max: 200 }) }),
);

const works = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: one("scan", "analyse") }) },
  { weight: 3, arbitrary: fc.record({ kind: one("analyse meanwhile", "restart") }) },
  fc.record({ kind: one("second server") }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: one("pause"), milliseconds: fc.integer({ min: 0, max: 300 }) }),
  },
);

/** Those of one process that is killed; a start takes longer than all other steps. */
const kill = fc.record({
  ...{ kind: one("kill"), isAlone: fc.boolean(), isMeanwhile: fc.boolean() },
  killed: fc.constantFrom("scan" as const, "server" as const),
  milliseconds: fc.integer({ min: 0, max: 800 }),
});

/** At most 40 events; about every third history has kills. */
export const histories: fc.Arbitrary<History> = fc.record({
  isWatched: fc.boolean(),
  steps: fc.array(
    fc.oneof(
      { weight: 150, arbitrary: changes },
      { weight: 60, arbitrary: works },
      { weight: 45, arbitrary: choices },
      { weight: 4, arbitrary: kill },
    ),
    { maxLength: 40, size: "max" },
  ),
});
