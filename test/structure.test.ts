import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const MAX_FILES_PER_FOLDER = 24;

/**
 * Folders that lie flat, however many files they have, because these are found by their names: one for each change of
 * the database, in order, and one for each page, whose name is its address.
 */
const FLAT = ["src/adapters/storage/migrations/", "src/web/guide/"];

/** Documents that are not in the repository: a comment that cites them cannot be followed. */
const ABSENT_DOCUMENTS = /\b(?:HOUSE|CONTRACT|ENGINE|PROVIDERS|STACK)(?:'s|\.md)/;

const EXPORTED =
  /^export (?:abstract )?(?:class|const|function|interface|type|async function)\*? (\w+)/gm;

/** Every file below the two source folders that git does not ignore. */
const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "src", "test"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((path) => path !== "" && !path.startsWith("test/generated/"));

/** The documents for contributors. */
const documents = [
  "CONTRIBUTING.md",
  "README.md",
  "schema/README.md",
  ...files.filter((path) => /README\.md$/.test(path)),
];

/** A file or a folder in a code span, or the target of a link to this repository. */
const NAMED_PATH =
  /`(\w[\w./-]*(?:\.(?:cjs|css|graphql|html|js|json|md|py|tsx?|yaml)|\/))`|\]\(([\w./-]+)\)/g;

/** Whether a path exists relative to the document's folder, to the root or to a source folder. */
const isThere = (path: string, document: string): boolean =>
  existsSync(join(dirname(document), path)) ||
  existsSync(path) ||
  files.some((file) =>
    path.endsWith("/") ? file.includes(`/${path}`) : file.endsWith(`/${path}`),
  );

const isSource = (path: string): boolean => /\.tsx?$/.test(path);

/** Paths under the value that `keyOf` gives them, only where several share one. */
function shared(
  paths: Iterable<readonly [key: string, path: string]>,
  maxCount: number,
): Record<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  for (const [key, path] of paths) groups.set(key, (groups.get(key) ?? new Set()).add(path));
  const large = [...groups].filter(([, group]) => group.size > maxCount);
  return Object.fromEntries(large.map(([key, group]) => [key, [...group]]));
}

/** A relative import, a type's included, or the address of a file that a worker runs. */
const IMPORTED = /(?:from|import|URL)\s*\(?\s*"(\.\.?\/[^"]+)"/g;

/** The folders that a file lies in, at any depth. */
const foldersAbove = (path: string): readonly string[] =>
  path
    .split("/")
    .slice(0, -1)
    .map((_, depth, parts) => parts.slice(0, depth + 1).join("/"));

/** Every import of a source file by another, as paths from the root. */
function importsWithin(paths: readonly string[]): readonly (readonly [from: string, to: string])[] {
  const known = new Set(paths);
  return paths.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(IMPORTED)].flatMap(([, specifier = ""]) => {
      const target = join(dirname(path), specifier);
      const found = [target, target.replace(/\.js$/, ".ts"), target.replace(/\.js$/, ".tsx")];
      const imported = found.find((candidate) => known.has(candidate));
      return imported === undefined ? [] : [[path, imported] as const];
    }),
  );
}

/**
 * Returns the circles below a folder: sets of its own folders and files, of which each imports each other one,
 * directly or through others.
 */
function circlesIn(
  folder: string,
  imports: readonly (readonly [from: string, to: string])[],
): readonly (readonly string[])[] {
  const memberOf = (path: string): string => path.slice(folder.length + 1).split("/")[0] ?? "";
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of imports) {
    if (!from.startsWith(`${folder}/`) || !to.startsWith(`${folder}/`)) continue;
    const [member, imported] = [memberOf(from), memberOf(to)];
    if (member !== imported) targets.set(member, (targets.get(member) ?? new Set()).add(imported));
  }
  const reachableFrom = (start: string): ReadonlySet<string> => {
    const reached = new Set<string>();
    const open = [start];
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      for (const next of targets.get(member) ?? []) {
        if (!reached.has(next)) open.push(next);
        reached.add(next);
      }
    }
    return reached;
  };
  const reachable = new Map([...targets.keys()].map((member) => [member, reachableFrom(member)]));
  const circles = [...reachable]
    .filter(([member, reached]) => reached.has(member))
    .map(([member, reached]) =>
      [...reached].filter((other) => reachable.get(other)?.has(member)).sort(),
    );
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

/** An import of what opens a file by its path. */
const OPENING =
  /import \{[^}]*\b(?:open|openSync|readFile|readFileSync|createReadStream)\b[^}]*\} from "node:fs/;

/** What opens files that nobody else writes, in folders where files of people are read. */
const OTHER_FILES = {
  "src/adapters/decoder/ffmpeg/ffmpeg-decoder.ts": "its own temporary files",
  "src/adapters/library/file-tag-journal.ts": "the journal",
  "src/adapters/library/mount-points.ts": "what Linux says of its mounts",
  "src/adapters/library/tag-writing/atomic-rewrite.ts": "the new content, and a folder",
};

/** What a test imports that starts a server, a database on PostgreSQL or another program, or encodes audio. */
const STARTING =
  /"node:child_process"|\/(?:server\/server|application-under-test|uploading|opened-databases|running-process|built-threads|encoded-piece)\.js"/;

describe("The source tree", () => {
  it(`has at most ${MAX_FILES_PER_FOLDER} files in a folder`, () => {
    const crowded = shared(
      files
        .filter((path) => !FLAT.some((folder) => path.startsWith(folder)))
        .map((path) => [dirname(path), path] as const),
      MAX_FILES_PER_FOLDER,
    );

    expect(crowded).toEqual({});
  });

  it("has no circle of folders: none imports another that imports it, directly or through others", () => {
    const sources = files.filter((path) => path.startsWith("src/") && isSource(path));
    const imports = importsWithin(sources);
    const folders = new Set(sources.flatMap(foldersAbove));

    const circles = [...folders].flatMap((folder) =>
      circlesIn(folder, imports).map((circle) => `${folder}: ${circle.join(", ")}`),
    );

    expect(imports.length).toBeGreaterThan(sources.length);
    expect(circles).toEqual([]);
  });

  it("has no two source files of one name", () => {
    const twins = shared(
      files.filter(isSource).map((path) => [basename(path), path] as const),
      1,
    );

    expect(twins).toEqual({});
  });

  it("exports no name from two files", () => {
    const exported = files
      .filter((path) => path.startsWith("src/") && isSource(path))
      // A migration exports `up`, and nothing but the list of migrations imports it.
      .filter((path) => !/\/(?:migrations|kernel\/assembly|page\/generated)\//.test(path))
      .flatMap((path) =>
        [...readFileSync(path, "utf8").matchAll(EXPORTED)].map(
          ([, name = ""]) => [name, path] as const,
        ),
      );

    expect(shared(exported, 1)).toEqual({});
  });

  it("opens files of people in one place, which checks what it has opened", () => {
    const opening = files
      .filter((path) => /^src\/adapters\/(?:analyzer|decoder|library|metadata)\//.test(path))
      .filter((path) => OPENING.test(readFileSync(path, "utf8")));

    expect(opening).toEqual(Object.keys(OTHER_FILES));
  });

  it("has tests that start servers, databases and programs in folders that `npm run test:quick` leaves out", () => {
    const slow = JSON.parse(readFileSync("test/run/slow-folders.json", "utf8")) as string[];
    // The tests of the tools and of the page have commands of their own.
    const leftOut = [...slow, "tools", "web"].map((folder) => `test/${folder}/`);
    const starting = files
      .filter((path) => path.endsWith(".test.ts") && path !== "test/structure.test.ts")
      .filter((path) => STARTING.test(readFileSync(path, "utf8")));

    const quick = starting.filter((path) => !leftOut.some((folder) => path.startsWith(folder)));

    expect(starting.length).toBeGreaterThan(200);
    expect(quick).toEqual([]);
  });

  it("cites no document that is not in the repository", () => {
    const citing = files
      .filter((path) => isSource(path) && !path.endsWith("structure.test.ts"))
      .filter((path) => ABSENT_DOCUMENTS.test(readFileSync(path, "utf8")));

    expect(citing).toEqual([]);
  });

  it("has documents that name only files and folders that exist", () => {
    const missing = documents.flatMap((document) =>
      [...readFileSync(document, "utf8").matchAll(NAMED_PATH)]
        .map(([, span, link]) => span ?? link ?? "")
        .filter((path) => !isThere(path, document))
        .map((path) => `${document}: ${path}`),
    );

    expect(missing).toEqual([]);
  });
});
