import type { Command, Help, Option } from "commander";
import { markdownTable } from "../build/markdown-table.js";
import { exitCodes } from "./failure-report.js";

const INTRODUCTION = `<!-- Written by \`npm run schema\` from the commands in src/cli: change their descriptions there. -->

# Commands

The command line reads the same [settings](settings.md) as a server, and works on the same database while servers run.
\`overtone COMMAND --help\` prints what is below. In a checkout, each begins with \`npx overtone\`.`;

const EXIT_CODES: readonly (readonly [number, string])[] = [
  [0, "success"],
  [exitCodes.failure, "a failure that the message explains"],
  [exitCodes.usage, "wrong usage, or a mistake in the settings"],
  [exitCodes.bug, "an internal error"],
  [exitCodes.interrupted, "interrupted from the keyboard"],
  [exitCodes.unread, "the output was closed"],
];

/** The page of the guide that lists the commands of a program. */
export function commandsPage(program: Command): string {
  const help = program.createHelp();
  const sections = commandsOf(program, help).map((command) => sectionOf(command, help));
  const codes = EXIT_CODES.map(([code, meaning]) => [String(code), meaning]);
  const end = `## Exit codes\n\n${markdownTable([["code", "meaning"], ...codes])}`;
  return `${[INTRODUCTION, ...sections, end].join("\n\n")}\n`;
}

/** Returns the commands below one, each before its own; `help` is left out. */
function commandsOf(parent: Command, help: Help): readonly Command[] {
  return help
    .visibleCommands(parent)
    .filter((command) => command.name() !== "help")
    .flatMap((command) => [command, ...commandsOf(command, help)]);
}

function sectionOf(command: Command, help: Help): string {
  const names = namesOf(command);
  const heading = `${"#".repeat(names.length)} ${names.join(" ")}`;
  const usage = `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``;
  const rows = [
    ...help
      .visibleArguments(command)
      .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== "--help")
      .map((option) => [help.optionTerm(option), meaningOf(option, help)]),
  ].map(([term = "", meaning = ""]) => [`\`${term}\``, meaning]);
  const table = markdownTable([["argument or option", "meaning"], ...rows]);
  const parts = [heading, `${command.description()}.`, usage, ...(rows.length > 0 ? [table] : [])];
  return parts.join("\n\n");
}

function meaningOf(option: Option, help: Help): string {
  // That an option which may be repeated is absent by default says nothing.
  const description = help.optionDescription(option).replace(" (default: [])", "");
  return option.mandatory ? `${description} (required)` : description;
}

/** Returns the words of a command, e.g. ["overtone", "keys", "create"]. */
function namesOf(command: Command): readonly string[] {
  const { parent } = command;
  return [...(parent ? namesOf(parent) : []), command.name()];
}
