import { readFileSync } from "node:fs";
import {
  ageInDays,
  needlesslyAccepted,
  parseKnownAdvisories,
  vulnerablePackages,
  type KnownAdvisories,
  type Lock,
} from "./known-advisories.js";

const ADVISORY = {
  id: "GHSA-aaaa-bbbb-cccc",
  severity: "high",
  vulnerable: "<1.2.3 || >=2.0.0 <2.1.0",
  about: "It never ends.",
} as const;

const listOf = (parts: Partial<KnownAdvisories> = {}): KnownAdvisories => ({
  date: "2026-11-26",
  accepted: [],
  advisories: { loops: [ADVISORY] },
  ...parts,
});

/** A project that requires `server`, which requires `loops` in a version of its own, and `loops` of another. */
const lockOf = (own: string, ofServer: string): Lock => ({
  packages: {
    "": { name: "project", version: "1.0.0", devDependencies: { loops: "*", server: "*" } },
    "node_modules/loops": { version: own },
    "node_modules/server": { version: "3.0.0", dependencies: { loops: "*" } },
    "node_modules/server/node_modules/loops": { version: ofServer },
  },
});

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const lockIn = (path: string): Lock => JSON.parse(textOf(path)) as Lock;

describe("The check of advisories", () => {
  it("names a vulnerable version, its advisory and the packages above it", () => {
    const found = vulnerablePackages(lockOf("1.2.3", "2.0.9"), listOf());

    expect(found).toEqual([
      {
        package: "loops",
        version: "2.0.9",
        requiredBy: ["server"],
        advisory: ADVISORY,
        acceptedBecause: undefined,
      },
    ]);
  });

  it.each(["1.2.2", "1.2.3-beta.1", "2.0.0"])("finds %s in a range", (version) => {
    const found = vulnerablePackages(lockOf(version, "2.1.0"), listOf());

    expect(found).toMatchObject([{ version, requiredBy: [] }]);
  });

  it("finds nothing in versions that are past every range", () => {
    expect(vulnerablePackages(lockOf("1.2.3", "2.1.0"), listOf())).toEqual([]);
  });

  it("knows a package under an alias by its own name", () => {
    const packages = {
      "": { dependencies: { "loops-1": "*" } },
      "node_modules/loops-1": { name: "loops", version: "1.0.0" },
    };

    expect(vulnerablePackages({ packages }, listOf())).toMatchObject([{ package: "loops" }]);
  });

  it("gives the reason why a vulnerable version is kept, until none is found any more", () => {
    const accepted = [{ id: ADVISORY.id, package: "loops", because: "Nobody calls it." }];
    const list = listOf({ accepted });

    const found = vulnerablePackages(lockOf("1.0.0", "2.1.0"), list);

    expect(found).toMatchObject([{ acceptedBecause: "Nobody calls it." }]);
    expect(needlesslyAccepted(list, found)).toEqual([]);
    expect(needlesslyAccepted(list, [])).toEqual(accepted);
  });

  it("counts the days since the list was renewed", () => {
    expect(ageInDays(listOf(), new Date("2026-12-06T23:00:00Z"))).toBe(10);
  });
});

describe("The list of advisories", () => {
  const known = parseKnownAdvisories(textOf("known-advisories.json"));

  it("finds the versions of undici and tinypool that this project had", () => {
    const packages = {
      "node_modules/undici": { version: "7.16.0" },
      "node_modules/tinypool": { version: "0.8.4" },
    };

    const severities = vulnerablePackages({ packages }, known).map(
      ({ package: name, advisory }) => `${name} ${advisory.severity}`,
    );

    expect(severities).toContain("undici high");
    expect(severities).toContain("tinypool critical");
  });

  it.each(["../../package-lock.json", "package-lock.json"])(
    "names no version of %s that is not accepted",
    (path) => {
      const found = vulnerablePackages(lockIn(path), known);

      expect(found.filter(({ acceptedBecause }) => acceptedBecause === undefined)).toEqual([]);
    },
  );

  it("orders packages by name, and has each advisory of a package once", () => {
    const names = Object.keys(known.advisories);
    const ids = Object.values(known.advisories).map((of) => of.map(({ id }) => id));

    expect(names).toEqual([...names].sort());
    expect(ids.filter((of) => new Set(of).size < of.length)).toEqual([]);
  });

  it.each([
    { date: "yesterday" },
    { advisories: { loops: [{ ...ADVISORY, vulnerable: "all of them" }] } },
    { accepted: [{ id: ADVISORY.id, package: "loops" }] },
  ])("is refused where it has another form: %j", (part) => {
    expect(() => parseKnownAdvisories(JSON.stringify({ ...listOf(), ...part }))).toThrow();
  });
});
