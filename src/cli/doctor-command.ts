import { Command } from "commander";
import type { Finding } from "../domain/operations/finding.js";
import type { CommandContext } from "./command-context.js";
import { exitCodes } from "./failure-report.js";
import { jsonLinesOf } from "./json-lines-of.js";

const STATE_WIDTH = 6;
const WHAT_WIDTH = 22;

/** `overtone doctor`: checks everything that the server needs, and says how to fix what fails. */
export function doctorCommand(context: CommandContext): Command {
  return new Command("doctor")
    .description("Check everything that Overtone needs, and say how to fix what fails")
    .option("--json", "print one JSON document")
    .action(async (options: { readonly json?: true }) => {
      const findings: Finding[] = [];
      await context.withDiagnosis(async (diagnosis) => {
        for await (const finding of diagnosis.findings()) {
          findings.push(finding);
          if (!options.json) context.print(...linesOf(finding));
        }
      });
      const isHealthy = findings.every(({ state }) => state !== "fail");
      if (options.json) context.print(...jsonLinesOf({ isHealthy, findings }));
      if (!isHealthy) context.setExitCode(exitCodes.failure);
    });
}

/** One line for the finding; unless it is ok, a second line with what to do. */
function linesOf(finding: Finding): readonly string[] {
  const { state, what, message } = finding;
  const line = `${state.padEnd(STATE_WIDTH)}${what.padEnd(WHAT_WIDTH)}  ${message}`;
  return finding.state === "ok" ? [line] : [line, `${" ".repeat(STATE_WIDTH)}${finding.advice}`];
}
