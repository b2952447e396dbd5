import { Command } from "commander";
import type { ListedJob } from "../domain/operations/listed-job.js";
import type { CommandContext } from "./command-context.js";
import { timeText } from "./time-text.js";

const ID_WIDTH = 36;
const COUNT_WIDTH = 5;

/** `overtone jobs list|retry|drop`: shows the queue of analyses, and changes jobs that wait. */
export function jobsCommand(context: CommandContext): Command {
  const jobs = new Command("jobs").description(
    "List the analyses that run and wait in all servers, retry and drop them",
  );
  jobs
    .command("list")
    .description("List the jobs that run, wait, or ended in the last minute")
    .option("--json", "print a JSON line per job")
    .action(({ json = false }: { readonly json?: boolean }) => list(context, json));
  jobs
    .command("retry")
    .description("Start a job that waits for its next attempt as soon as a worker is free")
    .argument("<job>", "the id that `jobs list` shows")
    .action(async (id: string) => {
      await context.withServices(({ jobs }) => jobs.retry(id));
      context.print("It starts as soon as a worker is free.");
    });
  jobs
    .command("drop")
    .description("Remove a waiting job; clients that wait for it get the error ANALYSIS_DROPPED")
    .argument("<job>", "the id that `jobs list` shows")
    .action(async (id: string) => {
      await context.withServices(({ jobs }) => jobs.drop(id));
      context.print("Dropped.");
    });
  return jobs;
}

async function list(context: CommandContext, asJson: boolean): Promise<void> {
  await context.withServices(async ({ jobs }) => {
    const listed = await jobs.list();
    if (asJson) for (const job of listed) context.print(JSON.stringify(toJson(job)));
    else context.print(title, ...listed.map(row));
  });
}

const title = [
  "JOB".padEnd(ID_WIDTH),
  "TRACK KEY       ",
  "STATE  ",
  "SINCE               ",
  "TRIES",
  "LOST".padStart(COUNT_WIDTH),
  "TRACK",
].join("  ");

function row(job: ListedJob): string {
  const { id, trackKey, artist, trackName, isUpload, phase, since, attempts, losses } = job;
  const notes = [...(isUpload ? ["upload"] : []), ...notesOn(job)];
  return [
    ...[id, trackKey, phase.padEnd("waiting".length)],
    (since === null ? "unknown" : timeText(since)).padEnd("2026-01-01T00:00:00Z".length),
    ...[attempts, losses].map((count) => String(count).padStart(COUNT_WIDTH)),
    `${artist} - ${trackName}${notes.length === 0 ? "" : `  (${notes.join("; ")})`}`,
  ].join("  ");
}

function* notesOn({ owner, worker, nextAttemptAt, failure }: ListedJob): Generator<string> {
  if (worker !== null) yield `worker ${worker}`;
  if (owner) yield `process ${owner.pid} on ${owner.host}`;
  if (nextAttemptAt !== null) yield `next attempt ${timeText(nextAttemptAt)}`;
  if (failure) yield `${failure.code}: ${failure.message}`;
}

function toJson({ phase, since, nextAttemptAt, failure, ...job }: ListedJob): unknown {
  return {
    ...{ ...job, state: phase, since: isoOf(since), nextAttemptAt: isoOf(nextAttemptAt) },
    failure: failure && { code: failure.code, message: failure.message },
  };
}

const isoOf = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();
