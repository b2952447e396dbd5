import type { CommandContext } from "../../src/cli/command-context.js";
import type { CopiedUrls } from "../../src/composition/compose-commands.js";
import { copyCommand } from "../../src/cli/copy-command.js";
import type { ComparedTable, DatabaseCopyReport } from "../../src/domain/operations/copy-report.js";

const URLS = ["--from", "sqlite:/old/overtone.db", "--to", "postgres://ann:pass@db/new"];

const table = (name: string, rows: number, copiedRows = rows): ComparedTable => ({
  name,
  source: { rows, checksum: "00000000000000aa" },
  target: { rows: copiedRows, checksum: "00000000000000aa" },
  isEqual: rows === copiedRows,
});

const copied: DatabaseCopyReport = {
  ...{ from: "/old/overtone.db", to: "db/new", replacedRows: 0 },
  tables: [table("api_keys", 2), table("analyses", 1000)],
  leftOut: { snapshots: "written again", turns: "short", portions: "written again" },
  secrets: { webhooks: 0, musicServers: 0 },
};

/** Runs the command with a copy of this outcome. */
async function printed(report: Partial<DatabaseCopyReport>, words = URLS) {
  const ended = { code: 0, lines: [] as string[], urls: undefined as CopiedUrls | undefined };
  const context = {
    copyDatabase: (urls: CopiedUrls) => {
      ended.urls = urls;
      return Promise.resolve({ ...copied, ...report });
    },
    print: (...lines: readonly string[]) => void ended.lines.push(...lines),
    printError: (...lines: readonly string[]) => void ended.lines.push(...lines),
    setExitCode: (code: number) => void (ended.code = code),
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  await copyCommand(context).exitOverride().parseAsync(words, { from: "user" });
  return ended;
}

describe("overtone copy", () => {
  it("prints counts and checksums of all tables, and what is not copied", async () => {
    const { code, lines, urls } = await printed({});

    expect(code).toBe(0);
    expect(urls).toEqual({ from: URLS[1], to: URLS[3] });
    expect(lines).toEqual([
      "      ROWS  CHECKSUM          RESULT   TABLE",
      "         2  00000000000000aa  equal    api_keys",
      "      1000  00000000000000aa  equal    analyses",
      "Copied 1002 rows from /old/overtone.db to db/new. Counts and checksums of all tables are equal.",
      "Not copied: snapshots, portions (written again); turns (short).",
    ]);
  });

  it("prints how many rows had U+0000", async () => {
    const { lines } = await printed({ replacedRows: 3 });

    expect(lines.slice(4, 5)).toEqual([
      "3 rows have a text with U+0000, which PostgreSQL cannot store: the copy has U+FFFD instead.",
    ]);
  });

  it.each([
    ["SECRETS_KEY", {}, "with SECRETS_KEY: give the servers of the copy the same."],
    [
      "another key file",
      { keyFile: "/old/secrets.key", copyKeyFile: "/data/secrets.key" },
      "with the key in /old/secrets.key: copy this file to /data/secrets.key, or give its content to the servers of the copy as SECRETS_KEY.",
    ],
    [
      "the same key file",
      { keyFile: "/old/secrets.key", copyKeyFile: "/old/secrets.key" },
      "with the key in /old/secrets.key, which the copy also uses.",
    ],
  ])("prints that secrets stay encrypted with %s", async (_, files, note) => {
    const { lines } = await printed({ secrets: { webhooks: 2, musicServers: 1, ...files } });

    expect(lines.at(-1)).toBe(
      `Secrets of webhooks (2) and music servers (1) stay encrypted ${note}`,
    );
  });

  it("exits with 1 where a table differs, and names it", async () => {
    const { code, lines } = await printed({ tables: [table("api_keys", 2, 1)] });

    expect(code).toBe(1);
    expect(lines.slice(1)).toEqual([
      "         1  00000000000000aa  differs  api_keys (source: 2, 00000000000000aa)",
      "The copy differs from /old/overtone.db in api_keys: another program changes it. The same command copies again.",
    ]);
  });

  it.each([
    ["a relative path", ["--from", "sqlite:overtone.db", "--to", "postgres://db/new"], "from"],
    ["a server without a database", ["--from", "sqlite:/a.db", "--to", "postgres://db"], "to"],
  ])("refuses %s without repeating it", async (_, words, option) => {
    const copying = printed({}, words);

    await expect(copying).rejects.toThrow(`The parameter "${option}" must be like`);
  });
});
