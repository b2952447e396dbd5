import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importIdsCommand } from "../../src/cli/catalogue/import-ids-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import { IdImport } from "../../src/services/search/id-import.js";

const id = "0vFOzaXqZHahrZp6enQwQb";

describe("overtone import-ids", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-ids-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Returns what the command prints and its exit code for a table. */
  async function printed(path: string) {
    const ended = { lines: [] as string[], errors: [] as string[], exitCode: 0 };
    const links = { save: () => Promise.resolve(), find: () => Promise.resolve(undefined) };
    const context = {
      withServices: (use: (services: unknown) => Promise<void>) =>
        use({ idImport: new IdImport({ links }) }),
      print: (...lines: readonly string[]) => void ended.lines.push(...lines),
      printError: (...lines: readonly string[]) => void ended.errors.push(...lines),
      setExitCode: (code: number) => void (ended.exitCode = code),
    } as unknown as CommandContext;
    await importIdsCommand(context).parseAsync([path], { from: "user" });
    return ended;
  }

  it("prints how many ids it has imported", async () => {
    const path = join(folder, "ids.csv");
    await writeFile(path, `id,isrc\n${id},GBN9Y1100088\n`);

    expect(await printed(path)).toEqual({
      lines: ["Imported ids: 1. Lines left out: 0."],
      errors: [],
      exitCode: 0,
    });
  });

  it("prints the lines that it has left out, a hundred of them, and ends with 1", async () => {
    const path = join(folder, "ids.csv");
    await writeFile(path, `id,isrc\n${"bad,\n".repeat(120)}`);

    const { lines, errors, exitCode } = await printed(path);

    expect(lines).toEqual(["Imported ids: 0. Lines left out: 120."]);
    expect(errors[0]).toMatch(/^Line 2: /);
    expect(errors).toHaveLength(101);
    expect(errors[100]).toBe("20 more lines could not be imported.");
    expect(exitCode).toBe(1);
  });

  it("refuses a file that does not exist, and a folder", async () => {
    await expect(printed(join(folder, "none.csv"))).rejects.toThrow('"file" is not a file');
    await expect(printed(folder)).rejects.toThrow('"file" is not a file');
  });
});
