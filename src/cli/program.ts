import { Command } from "commander";
import { packageVersion } from "../config/package-version.js";
import { analyzeCommand } from "./files/analyze-command.js";
import { identifyCommand } from "./files/identify-command.js";
import { tagCommand } from "./files/tag-command.js";
import type { CommandContext } from "./command-context.js";
import { copyCommand } from "./copy-command.js";
import { doctorCommand } from "./doctor-command.js";
import { duplicatesCommand } from "./files/duplicates-command.js";
import { exportCommand } from "./catalogue/export-command.js";
import { facetsCommand } from "./catalogue/facets-command.js";
import { findCommand } from "./catalogue/find-command.js";
import { importIdsCommand } from "./catalogue/import-ids-command.js";
import { continueCommand } from "./catalogue/continue-command.js";
import { correctCommand, correctionsCommand } from "./catalogue/correct-command.js";
import { forgetCommand } from "./catalogue/forget-command.js";
import { suggestCommand } from "./catalogue/suggest-command.js";
import { pinCommand } from "./catalogue/pin-command.js";
import { playlistCommand } from "./catalogue/playlist-command.js";
import { jobsCommand } from "./jobs-command.js";
import { keysCommand } from "./keys-command.js";
import { libraryCommand } from "./library/library-command.js";
import { serverCommand } from "./library/server-command.js";
import { scanCommand } from "./library/scan-command.js";
import { mcpCommand } from "./mcp-command.js";
import { sessionsCommand } from "./sessions-command.js";
import { verifyCommand } from "./verify-command.js";
import { workerCommand } from "./worker/worker-command.js";

/** The command line with all its commands. */
export function programFor(context: CommandContext): Command {
  const program = new Command("overtone")
    .description("Search for recorded tracks, and analyse how they sound")
    .version(packageVersion(), "-V, --version", "print the version")
    .exitOverride()
    .addCommand(analyzeCommand(context))
    .addCommand(identifyCommand(context))
    .addCommand(tagCommand(context))
    .addCommand(scanCommand(context))
    .addCommand(libraryCommand(context))
    .addCommand(serverCommand(context))
    .addCommand(exportCommand(context))
    .addCommand(facetsCommand(context))
    .addCommand(findCommand(context))
    .addCommand(continueCommand(context))
    .addCommand(duplicatesCommand(context))
    .addCommand(playlistCommand(context))
    .addCommand(pinCommand(context))
    .addCommand(suggestCommand(context))
    .addCommand(correctCommand(context))
    .addCommand(correctionsCommand(context))
    .addCommand(forgetCommand(context))
    .addCommand(importIdsCommand(context))
    .addCommand(keysCommand(context))
    .addCommand(sessionsCommand(context))
    .addCommand(jobsCommand(context))
    .addCommand(doctorCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(copyCommand(context))
    .addCommand(workerCommand(context))
    .addCommand(mcpCommand(context));
  program
    .command("serve")
    .description("Start the server")
    .action(() => context.serve());
  program
    .command("migrate")
    .description("Bring the database to the latest version; starting the server does it too")
    .action(async () => {
      await context.withServices(() => Promise.resolve(), { mayCreate: true });
      context.print("The database is up to date.");
    });
  inheritSettings(program);
  return program;
}

/** Copies a command's settings to its subcommands, which `addCommand` does not do. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}
