import { resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import {
  keyNotations,
  tagKinds,
  type KeyNotation,
  type TagKind,
  type TagSettings,
} from "../../domain/tagging/tag-settings.js";
import type { FileToAnalyze } from "../../services/analysis/file-analysis-service.js";
import type { TaggingService, TagPlan } from "../../services/tagging/tagging-service.js";
import type { CommandContext } from "../command-context.js";
import { exitCodes } from "../failure-report.js";
import { orderedOutcomes } from "./ordered-outcomes.js";
import { TagReport } from "./tag-report.js";

interface TagOptions {
  readonly write?: true;
  readonly overwrite?: true;
  readonly undo?: true;
  readonly json?: true;
  readonly fields: readonly TagKind[];
  readonly key: KeyNotation;
  readonly minConfidence: number;
  readonly bpmDecimals: number;
}

/** `overtone tag PATH…`: writes measured values to the tags of files, and undoes it. */
export function tagCommand(context: CommandContext): Command {
  return new Command("tag")
    .description("Write tempo, key and gain to the tags of files; without --write, only show them")
    .argument("[path...]", "audio files, and folders of them")
    .option("--write", "write the tags; without it, nothing is changed")
    .option("--overwrite", "also replace values that others wrote")
    .option("--fields <list>", `any of ${tagKinds.join(",")}`, parsedKinds, ["bpm", "key", "gain"])
    .addOption(
      new Option("--key <notation>", "how keys are spelt").choices(keyNotations).default("plain"),
    )
    .option("--min-confidence <share>", "write only values of this confidence", parsedShare, 0.5)
    .option("--bpm-decimals <count>", "decimals of BPM, 0 to 2", parsedDecimals, 0)
    .option("--undo", "restore the tags that the last run with --write replaced")
    .option("--json", "print one JSON line per file")
    .action(async (paths: readonly string[], options: TagOptions, command: Command) => {
      if (options.undo && paths.length > 0) {
        command.error("error: --undo restores the whole last run, and takes no path");
      }
      if (!options.undo && paths.length === 0) {
        command.error("error: missing required argument 'path'");
      }
      await context.withTagging(async ({ files, tagging }) => {
        if (options.write || options.undo) await finishKilled(context, tagging);
        if (options.undo) return undo(context, tagging, options);
        await tag(context, tagging, await files.findFiles(paths, context.signal), options);
      });
    });
}

async function finishKilled(context: CommandContext, tagging: TaggingService): Promise<void> {
  for (const path of await tagging.finishKilled()) {
    context.printError(`${path}: was left unfinished by a run that was killed, and is removed`);
  }
}

async function tag(
  context: CommandContext,
  tagging: TaggingService,
  files: readonly FileToAnalyze[],
  options: TagOptions,
): Promise<void> {
  const settings = settingsOf(options);
  const report = new TagReport(context, options);
  const work = async ({ path, error }: FileToAnalyze): Promise<TagPlan> => {
    if (error)
      return { path, decisions: [], problem: String(error.facts["reason"] ?? error.message) };
    const plan = await tagging.plan(resolve(path), settings, context.signal);
    return options.write ? tagging.write(plan, context.signal) : plan;
  };
  const what = options.write ? "Tagging" : "Comparing";
  for await (const plan of orderedOutcomes(files, context, { what, work })) report.add(plan);
  report.end();
  if (report.problemCount > 0) context.setExitCode(exitCodes.failure);
}

async function undo(
  context: CommandContext,
  tagging: TaggingService,
  { json }: TagOptions,
): Promise<void> {
  let fileCount = 0;
  let restoredCount = 0;
  for await (const file of tagging.undo(context.signal)) {
    fileCount += 1;
    const { path, writtenAt, restored, changedSince, problem } = file;
    if (restored.length > 0) restoredCount += 1;
    if (json) context.print(JSON.stringify(file));
    if (writtenAt !== undefined) context.printError(`${path}: was ${writtenAt}, and is restored`);
    if (changedSince.length > 0) {
      context.printError(`${path}: ${changedSince.join(", ")} changed since, and kept`);
    }
    if (problem === undefined) continue;
    context.printError(`${path}: ${problem}`);
    context.setExitCode(exitCodes.failure);
  }
  if (json) return;
  if (fileCount === 0) context.print("There is nothing to undo.");
  else context.print(`${restoredCount} of ${fileCount} files have their previous tags again.`);
}

function settingsOf(options: TagOptions): TagSettings {
  const { fields: kinds, key: notation, minConfidence, bpmDecimals } = options;
  return {
    ...{ kinds, notation, minConfidence, bpmDecimals },
    isOverwriting: options.overwrite ?? false,
  };
}

function parsedKinds(text: string): readonly TagKind[] {
  return text.split(",").map((name) => {
    const kind = tagKinds.find((one) => one === name.trim());
    if (kind === undefined) throw new InvalidArgumentError(`"${name}" is not one of them.`);
    return kind;
  });
}

function parsedShare(text: string): number {
  const share = Number(text);
  if (text.trim() !== "" && share >= 0 && share <= 1) return share;
  throw new InvalidArgumentError("It must be a number from 0 to 1.");
}

function parsedDecimals(text: string): number {
  if (/^[012]$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be 0, 1 or 2.");
}
