import { hostname } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import type { CommandContext } from "../command-context.js";
import { serverUrlOption } from "../server-url.js";

/** Longer than almost every analysis takes, and shorter than what systemd waits for by default. */
const DRAIN_SECONDS = 60;

const MAX_CONCURRENCY = 256;
const MAX_DRAIN_SECONDS = 86_400;
const MAX_NAME_CHARACTERS = 100;

interface Options {
  readonly server: URL;
  readonly concurrency?: number;
  readonly name: string;
  readonly drain: number;
}

/** `overtone worker`: analyses for a server, without its database and without its files. */
export function workerCommand(context: CommandContext): Command {
  return new Command("worker")
    .description("Analyse for a server on another machine; the key is in WORKER_KEY")
    .requiredOption("--server <url>", "the URL of the server", serverUrlOption)
    .option(
      "--concurrency <number>",
      "how many jobs at once; default: ANALYSIS_CONCURRENCY",
      wholeNumber(1, MAX_CONCURRENCY),
    )
    .addOption(
      new Option("--name <name>", "the name by which operators know it")
        .argParser(workerName)
        .default(hostname().slice(0, MAX_NAME_CHARACTERS), "the name of the machine"),
    )
    .option(
      "--drain <seconds>",
      "how long running jobs may go on after SIGTERM, before they are given back",
      wholeNumber(0, MAX_DRAIN_SECONDS),
      DRAIN_SECONDS,
    )
    .action(async ({ server, concurrency, name, drain }: Options) => {
      await context.work({
        ...{ server, name, drainSeconds: drain },
        concurrency: concurrency ?? context.concurrency,
      });
    });
}

function workerName(text: string): string {
  if (text.trim() !== "" && text.length <= MAX_NAME_CHARACTERS) return text.trim();
  throw new InvalidArgumentError(`It must have 1 to ${MAX_NAME_CHARACTERS} characters.`);
}

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const isValid = /^[0-9]{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
    if (isValid) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
