import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MarkdownPage, type CodeBlock } from "../../src/build/guide/markdown-page.js";
import { guidePages } from "../../src/build/guide/guide-pages.js";
import { offline } from "../application/offline.js";
import { startServerProcess, stopProcesses } from "../application/processes/running-process.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Why commands are not run. A block is left out by the comment `<!-- not run: REASON -->` before it, with one of these. */
const REASONS = [
  "builds and installs packages",
  "changes the files of a folder",
  "installs packages",
  "installs the packages and starts a server that does not end",
  "needs a PostgreSQL server",
  "needs a music server",
  "needs a server on another machine",
  "needs beets",
  "needs pandas and pyarrow",
  "runs the tests",
  "starts a server that does not end",
  "takes a minute",
  "the URL is yours, and would get messages",
  "the demo library has no MusicBrainz ids",
  "the folder is yours",
  "the id is that of a playlist of yours",
  "the id is that of a recording of yours",
  "the key is the one that your server printed",
  "upgrades the installation",
];

const MARK = "not run: ";

const isRun = ({ comment }: CodeBlock): boolean => !comment?.startsWith(MARK);

const readme = new MarkdownPage(readFileSync(join(root, "README.md"), "utf8"));

const pages = [...guidePages(), { file: "the README", document: readme }].map(
  ({ file, document }) => ({
    file,
    blocks: document.codeBlocks.filter(({ language }) => language === "sh"),
  }),
);

/** Programs of the commands, in place of those on the machine. */
const programs = {
  // An answer with an error of HTTP is a failure.
  curl: 'exec /usr/bin/curl --fail-with-body --silent --show-error --max-time 30 "$@"',
  npx: `[ "$1" = overtone ] && shift && exec ${process.execPath} ${root}dist/cli/overtone.js "$@"`,
};

describe("The commands of the guide and of the README", () => {
  let folder: string;
  let environment: Record<string, string>;
  let host: string;

  /** Runs commands like a reader in a checkout, whose server listens elsewhere than at port 4000. */
  function run(commands: string): Promise<{ readonly failed: boolean; readonly said: string }> {
    const script = `set -euo pipefail\n${commands.replaceAll("127.0.0.1:4000", host)}`;
    return new Promise((resolve) => {
      const options = { cwd: folder, env: environment, timeout: 60_000, maxBuffer: 2 ** 26 };
      execFile("bash", ["-c", script], options, (error, output, errors) =>
        resolve({ failed: error !== null, said: output + errors }),
      );
    });
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-guide-"));
    for (const part of ["schema", "src"]) await symlink(join(root, part), join(folder, part));
    const bin = join(folder, "bin");
    await mkdir(bin);
    for (const [name, line] of Object.entries(programs)) {
      await writeFile(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    }
    const settings = { ...offline, DATA_DIR: join(folder, "data"), LOG_LEVEL: "warn" };
    const { url, token = "" } = await startServerProcess(settings);
    host = new URL(url).host;
    environment = {
      ...settings,
      HOME: folder,
      OVERTONE_API_KEY: token,
      PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      PORT: new URL(url).port,
    };
    await run("npx overtone scan --analyze");
  });
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(
    pages.flatMap(({ file, blocks }) =>
      blocks.filter(isRun).map(({ code }) => [file, code] as const),
    ),
  )("of %s succeed: %s", async (_file, code) => {
    const { failed, said } = await run(code);

    // GraphQL answers a failure with success in HTTP.
    expect({ said, failed }).toEqual({
      said: expect.not.stringContaining('"errors":['),
      failed: false,
    });
  });

  it("are left out for known reasons alone", () => {
    const left = pages.flatMap(({ blocks }) => blocks.filter((block) => !isRun(block)));

    const reasons = new Set(left.map(({ comment = "" }) => comment.slice(MARK.length)));

    expect([...reasons].filter((reason) => !REASONS.includes(reason))).toEqual([]);
    expect(REASONS.filter((reason) => !reasons.has(reason))).toEqual([]);
  });
});
