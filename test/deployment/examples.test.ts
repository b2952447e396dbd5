import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { configFrom } from "../../src/config/config.js";

interface ComposedService {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}

const folder = new URL("../../src/deployment/", import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const { services } = parse(textOf("compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposedService>>;
};

/** Variables that other programs read. */
const FOREIGN = ["PGPASSWORD", "NODE_ENV", "OVERTONE_SERVER"];

/** The settings in the tables of the guide. */
const documented = new Set(
  Array.from(
    readFileSync(new URL("../../src/web/guide/settings.md", import.meta.url), "utf8").matchAll(
      /^\| `([A-Z_]+)`/gmu,
    ),
    ([, name]) => name,
  ),
);

describe("The examples of a deployment", () => {
  const units = ["overtone.service", "overtone-worker.service"];
  const environments = Object.entries(services)
    .filter(([name]) => ["server", "worker"].includes(name))
    .map(([name, { environment = {} }]) => [name, environment] as const);

  it.each(environments)("set only settings of Overtone for the %s", (_name, environment) => {
    const unknown = Object.keys(environment).filter(
      (name) => !documented.has(name) && !FOREIGN.includes(name),
    );

    expect(unknown).toEqual([]);
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      /^\$\{SECRETS_KEY/u.test(value) ? "ab".repeat(32) : value.replace(/\$\{[^}]*\}/gu, ""),
    ]);
    const given = Object.fromEntries(filled) as Record<string, string>;
    expect(() => configFrom(given)).not.toThrow();
  });

  it.each(units)("set only settings of Overtone in %s", (unit) => {
    const lines = Array.from(
      textOf(unit).matchAll(/^Environment=(.*)$/gmu),
      ([, line = ""]) => line,
    );
    const names = lines.flatMap((line) => line.split(" ")).map((pair) => pair.split("=")[0]!);

    const unknown = names.filter((name) => !documented.has(name) && !FOREIGN.includes(name));

    expect(names.length).toBeGreaterThan(0);
    expect(unknown).toEqual([]);
  });

  it("run programs that exist", () => {
    const commands = [
      ...Array.from(textOf("compose.yaml").matchAll(/"(dist\/[^"]+)"/gu)),
      ...units.flatMap((unit) => Array.from(textOf(unit).matchAll(/(dist\/\S+)/gu))),
    ].map(([, path = ""]) => path);

    const sources = commands.map((path) => path.replace(/^dist(.*)\.js$/u, "src$1.ts"));

    expect(sources.length).toBeGreaterThanOrEqual(4);
    const root = new URL("../../", import.meta.url);
    expect(sources.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  it("mount the music at the same path in servers and workers, so that no audio is sent", () => {
    const mounts = ["server", "worker"].map((name) => services[name]?.volumes?.[0]);

    expect(mounts[0]).toMatch(/:\/music:ro$/u);
    expect(mounts[1]).toBe(mounts[0]);
  });

  it("ask the next server for files of folders that a server does not have", () => {
    const [, pattern = ""] =
      /location ~ (\S+) \{[^}]*proxy_next_upstream [^;]*http_404/u.exec(textOf("nginx.conf")) ?? [];
    const paths = [
      ...["/artwork/62ac659c10e82543", "/api/audio/tracks/62ac659c10e82543/audio"],
      ...["/api/audio/tracks/62ac659c10e82543", "/api/audio/analysis/62ac659c10e82543"],
    ];

    const asked = paths.map((path) => new RegExp(pattern, "u").test(path));

    expect(asked).toEqual([true, true, false, false]);
  });
});
