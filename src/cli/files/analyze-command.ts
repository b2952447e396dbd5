import { Command } from "commander";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { byField, estimateFields } from "../../domain/analysis/descriptors.js";
import { timelineDataFrom } from "../../domain/analysis/timeline-data.js";
import type {
  FileAnalysisService,
  FileToAnalyze,
} from "../../services/analysis/file-analysis-service.js";
import { analysisTable } from "./analysis-table.js";
import type { CommandContext } from "../command-context.js";
import { failureReportFrom } from "../failure-report.js";
import { orderedOutcomes } from "./ordered-outcomes.js";

type Outcome =
  | { readonly file: string; readonly analysis: Analysis }
  | { readonly file: string; readonly error: unknown };

/** `overtone analyze PATH…`: analyses files, and all files of folders, without a server. */
export function analyzeCommand(context: CommandContext): Command {
  return new Command("analyze")
    .description("Analyse audio files, without a server")
    .argument("<path...>", "audio files, and folders of them")
    .option("--json", "print one JSON line per file")
    .action(async (paths: readonly string[], options: { readonly json?: true }) => {
      await context.withFileAnalysis(async (service) => {
        const show = options.json ? jsonLine : tableOrNothing;
        const files = await service.findFiles(paths, context.signal);
        for await (const outcome of analyses(service, files, context)) {
          if ("error" in outcome) printFailure(context, outcome.file, outcome.error);
          const text = show(outcome);
          if (text !== undefined) context.print(text);
        }
      });
    });
}

/** Analyses the files; the outcomes are in the order of the files. */
function analyses(
  service: FileAnalysisService,
  files: readonly FileToAnalyze[],
  context: CommandContext,
): AsyncGenerator<Outcome> {
  const work = async ({ path: file, error }: FileToAnalyze): Promise<Outcome> => {
    try {
      if (error) return { file, error };
      return { file, analysis: await service.analyze(file, context.signal) };
    } catch (failure) {
      return { file, error: failure };
    }
  };
  return orderedOutcomes(files, context, { what: "Analysing", work });
}

function printFailure(context: CommandContext, file: string, error: unknown): void {
  const { code, message, exitCode } = failureReportFrom(error);
  context.printError(`${code}: ${file}: ${message}`);
  context.setExitCode(exitCode);
}

function tableOrNothing(outcome: Outcome): string | undefined {
  return "error" in outcome ? undefined : analysisTable(outcome.file, outcome.analysis);
}

function jsonLine(outcome: Outcome): string {
  const { file } = outcome;
  if ("error" in outcome) {
    const { code, message } = failureReportFrom(outcome.error);
    return JSON.stringify({ file, error: { code, message: message.split("\n")[0] } });
  }
  const { analysis } = outcome;
  const { estimates } = analysis;
  const { tempoStability, sections, localKeys } = timelineDataFrom(analysis, analysis.timeline);
  return JSON.stringify({
    file,
    ...analysisDataFrom(analysis),
    beats: analysis.beats,
    downbeats: analysis.downbeats,
    tempoRivals: analysis.tempoRivals,
    tempoStability,
    sections,
    localKeys,
    loudness: estimates.loudness.value,
    confidence: byField(estimateFields, (field) => estimates[field].confidence),
    method: byField(estimateFields, (field) => estimates[field].method),
    analysisVersion: analysis.version,
  });
}
