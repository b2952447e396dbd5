import { Command } from "commander";
import { databaseUrl } from "../config/database-url.js";
import type {
  ComparedTable,
  CopiedSecrets,
  DatabaseCopyReport,
} from "../domain/operations/copy-report.js";
import { InvalidInputError } from "../domain/errors/request-errors.js";
import type { CommandContext } from "./command-context.js";
import type { CopiedUrls } from "../composition/compose-commands.js";
import { exitCodes } from "./failure-report.js";
import { openProgressBar } from "./progress-bar.js";

const ROWS_WIDTH = 10;
const RESULT_WIDTH = 7;

/** `overtone copy`: copies a database to another one, on the same or another system. */
export function copyCommand(context: CommandContext): Command {
  return new Command("copy")
    .description("Copy a database to an empty one; after an interruption, start again")
    .requiredOption("--from <url>", "the database to copy, like DATABASE_URL")
    .requiredOption("--to <url>", "the database to copy it to, like DATABASE_URL")
    .action(async (urls: CopiedUrls) => {
      parseUrl("from", urls.from);
      parseUrl("to", urls.to);
      const report = await copied(context, urls);
      context.print(...table(report.tables));
      const differing = report.tables.filter(({ isEqual }) => !isEqual).map(({ name }) => name);
      if (differing.length === 0) {
        context.print(...summary(report));
        return;
      }
      context.printError(
        `The copy differs from ${report.from} in ${differing.join(", ")}: another program changes it. ` +
          "The same command copies again.",
      );
      context.setExitCode(exitCodes.failure);
    });
}

function parseUrl(option: string, url: string): void {
  const mistake = databaseUrl.safeParse(url).error?.issues[0]?.message;
  if (mistake !== undefined) throw new InvalidInputError(option, mistake);
}

async function copied(context: CommandContext, urls: CopiedUrls): Promise<DatabaseCopyReport> {
  const bars = {
    copy: await openProgressBar("Copying", "rows"),
    compare: await openProgressBar("Comparing", "rows"),
  };
  try {
    return await context.copyDatabase(urls, (step, done, total) => {
      if (step === "compare") bars.copy.stop();
      bars[step].update(done, total);
    });
  } catch (failure) {
    if (context.signal.aborted) context.printError("The same command starts the copy again.");
    throw failure;
  } finally {
    bars.copy.stop();
    bars.compare.stop();
  }
}

function table(tables: readonly ComparedTable[]): readonly string[] {
  const title = `${"ROWS".padStart(ROWS_WIDTH)}  CHECKSUM          RESULT   TABLE`;
  return [title, ...tables.map(row)];
}

function row({ name, isEqual, source, target }: ComparedTable): string {
  const result = (isEqual ? "equal" : "differs").padEnd(RESULT_WIDTH);
  const line = `${String(target.rows).padStart(ROWS_WIDTH)}  ${target.checksum}  ${result}  ${name}`;
  return isEqual ? line : `${line} (source: ${source.rows}, ${source.checksum})`;
}

function summary(report: DatabaseCopyReport): readonly string[] {
  const { from, to, tables, replacedRows, leftOut, secrets } = report;
  const rows = tables.reduce((sum, { target }) => sum + target.rows, 0);
  const notes: readonly (readonly [boolean, string])[] = [
    [
      replacedRows > 0,
      `${replacedRows} rows have a text with U+0000, which PostgreSQL cannot store: the copy has U+FFFD instead.`,
    ],
    [true, `Not copied: ${leftOutNote(leftOut)}.`],
    [secrets.webhooks + secrets.musicServers > 0, secretsNote(secrets)],
  ];
  return [
    `Copied ${rows} rows from ${from} to ${to}. Counts and checksums of all tables are equal.`,
    ...notes.flatMap(([isShown, note]) => (isShown ? [note] : [])),
  ];
}

/** Lists the tables by reason. */
function leftOutNote(leftOut: DatabaseCopyReport["leftOut"]): string {
  const names = Object.keys(leftOut);
  return [...new Set(Object.values(leftOut))]
    .map((reason) => `${names.filter((name) => leftOut[name] === reason).join(", ")} (${reason})`)
    .join("; ");
}

function secretsNote({ webhooks, musicServers, keyFile, copyKeyFile }: CopiedSecrets): string {
  const whose = `webhooks (${webhooks}) and music servers (${musicServers})`;
  const begin = `Secrets of ${whose} stay encrypted with`;
  if (keyFile === undefined) return `${begin} SECRETS_KEY: give the servers of the copy the same.`;
  if (keyFile === copyKeyFile) return `${begin} the key in ${keyFile}, which the copy also uses.`;
  return `${begin} the key in ${keyFile}: copy this file to ${copyKeyFile}, or give its content to the servers of the copy as SECRETS_KEY.`;
}
