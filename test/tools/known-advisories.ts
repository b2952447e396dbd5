import { satisfies, validRange } from "semver";
import { z } from "zod";

const idShape = z.string().regex(/^GHSA(-[a-z0-9]{4}){3}$/);

const advisoryShape = z.strictObject({
  /** The id in GitHub's database of advisories. */
  id: idShape,
  severity: z.enum(["low", "moderate", "high", "critical"]),
  /** A range of versions, as npm writes them. */
  vulnerable: z.string().refine((range) => validRange(range) !== null, "is no range of versions"),
  /** What can happen, in one sentence. */
  about: z.string().min(1),
});

const knownAdvisoriesShape = z.strictObject({
  /** When the list was last compared with what is published. */
  date: z.iso.date(),
  /** Those that a locked version keeps, each with the reason. */
  accepted: z.array(
    z.strictObject({ id: idShape, package: z.string(), because: z.string().min(1) }),
  ),
  /** By the name of the package. */
  advisories: z.record(z.string(), z.array(advisoryShape)),
});

export type KnownAdvisories = z.infer<typeof knownAdvisoriesShape>;

/** The part of a lock file of npm, version 3, that is read here. */
export interface Lock {
  /** By path: "" is the project, "node_modules/a/node_modules/b" what only `a` gets as `b`. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  /** Only where it is not that of the path: a package under an alias. */
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A locked version that an advisory names. */
export interface VulnerablePackage {
  readonly package: string;
  readonly version: string;
  /** The packages that lead to it from the project, the one that the project requires first. */
  readonly requiredBy: readonly string[];
  readonly advisory: z.infer<typeof advisoryShape>;
  /** Why it is kept; `undefined` where it is not accepted. */
  readonly acceptedBecause: string | undefined;
}

const IN_PACKAGES = "node_modules/";
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads the list of advisories.
 *
 * @throws {z.ZodError} where it does not have the form of a list
 */
export const parseKnownAdvisories = (text: string): KnownAdvisories =>
  knownAdvisoriesShape.parse(JSON.parse(text));

/** Returns every locked version that an advisory of the list names, in the order of the lock file. */
export function vulnerablePackages(
  { packages }: Lock,
  { advisories, accepted }: KnownAdvisories,
): readonly VulnerablePackage[] {
  const requirers = requirersIn(packages);
  return Object.entries(packages).flatMap(([path, { name = nameOf(path), version }]) =>
    path === "" || version === undefined
      ? []
      : (advisories[name] ?? [])
          .filter(({ vulnerable }) => satisfies(version, vulnerable, { includePrerelease: true }))
          .map((advisory) => ({
            package: name,
            version,
            requiredBy: namesAbove(path, requirers),
            advisory,
            acceptedBecause: accepted.find((one) => one.id === advisory.id && one.package === name)
              ?.because,
          })),
  );
}

/** Returns what is accepted and no longer found, so that it can be taken out of the list. */
export const needlesslyAccepted = (
  { accepted }: KnownAdvisories,
  found: readonly VulnerablePackage[],
): KnownAdvisories["accepted"] =>
  accepted.filter(
    ({ id, package: name }) => !found.some((one) => one.advisory.id === id && one.package === name),
  );

/** Whole days since the list was compared with what is published. */
export const ageInDays = ({ date }: KnownAdvisories, now: Date): number =>
  Math.floor((now.getTime() - Date.parse(date)) / DAY_MS);

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf(IN_PACKAGES) + IN_PACKAGES.length);

/** For the path of each package, the path of one that requires it, by which the project is nearest. */
function requirersIn(packages: Lock["packages"]): ReadonlyMap<string, string> {
  const requirers = new Map<string, string>();
  const paths = [""];
  for (const path of paths) {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } =
      packages[path] ?? {};
    const required = {
      ...peerDependencies,
      ...optionalDependencies,
      ...devDependencies,
      ...dependencies,
    };
    for (const name of Object.keys(required)) {
      const found = resolvedIn(packages, path, name);
      if (found === undefined || requirers.has(found)) continue;
      requirers.set(found, path);
      paths.push(found);
    }
  }
  return requirers;
}

/** The path at which a package finds another, as Node.js looks for it: in its own folder, then in those above. */
function resolvedIn(packages: Lock["packages"], from: string, name: string): string | undefined {
  const path = `${from}${from && "/"}${IN_PACKAGES}${name}`;
  if (path in packages) return path;
  return from === ""
    ? undefined
    : resolvedIn(packages, from.slice(0, from.lastIndexOf(IN_PACKAGES)).replace(/\/$/, ""), name);
}

function namesAbove(path: string, requirers: ReadonlyMap<string, string>): readonly string[] {
  const requirer = requirers.get(path);
  return requirer === undefined || requirer === ""
    ? []
    : [...namesAbove(requirer, requirers), nameOf(requirer)];
}
