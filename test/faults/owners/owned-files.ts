import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** What is compared of a file of somebody: everything but the time of its last access. */
export interface OwnedFile {
  /** SHA-256 of its content; of a link, where it leads. */
  readonly content: string;
  /** Kind and permissions, owner, group, number of names, and extended attributes, which include access lists. */
  readonly attributes: string;
}

/** The files of some folders by absolute path. */
export type OwnedFiles = ReadonlyMap<string, OwnedFile>;

/** Reads all that is compared of the files in folders. */
export function ownedFilesIn(...folders: readonly string[]): OwnedFiles {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => !lstatSync(path).isDirectory()),
  );
  const extended = extendedAttributesOf(paths);
  return new Map(paths.map((path, index) => [path, ownedFile(path, extended[index] ?? "")]));
}

function ownedFile(path: string, extended: string): OwnedFile {
  const { mode, uid, gid, nlink } = lstatSync(path);
  const isLink = lstatSync(path).isSymbolicLink();
  const content = isLink ? readlinkSync(path) : readFileSync(path);
  return {
    content: createHash("sha256").update(content).digest("hex"),
    attributes: [mode, uid, gid, nlink, extended].join(":"),
  };
}

/** Node.js cannot read extended attributes; where Python cannot either, none are compared. */
function extendedAttributesOf(paths: readonly string[]): readonly string[] {
  try {
    const output = execFileSync("python3", ["-c", LIST], {
      input: paths.join("\0"),
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    });
    return JSON.parse(output) as readonly string[];
  } catch {
    return [];
  }
}

const LIST = `
import json, os, sys
def shown(path):
    try:
        names = sorted(os.listxattr(path, follow_symlinks=False))
        return repr([(name, os.getxattr(path, name, follow_symlinks=False)) for name in names])
    except OSError:
        return ""
paths = sys.stdin.read().split("\\0")
print(json.dumps([shown(path) for path in paths if path]))
`;

/**
 * Returns how files differ from what they were, but for what was announced.
 *
 * @param announced the contents that a path may have instead, by their digests; "" where it may be absent
 */
export function unannounced(
  before: OwnedFiles,
  after: OwnedFiles,
  announced: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    const contents = [was?.content ?? "", ...(announced.get(path) ?? [])];
    if (!contents.includes(is?.content ?? "")) {
      return [`${path} ${was ? (is ? "has other content" : "is gone") : "is new"}`];
    }
    const isKept = was === undefined || is === undefined || was.attributes === is.attributes;
    return isKept ? [] : [`${path} has other attributes: ${was.attributes}, now ${is.attributes}`];
  });
}
