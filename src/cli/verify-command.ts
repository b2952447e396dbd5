import { Command } from "commander";
import { damagedCountOf, storedCheckText } from "../domain/library/stored-check.js";
import type { CommandContext } from "./command-context.js";
import { exitCodes } from "./failure-report.js";
import { jsonLinesOf } from "./json-lines-of.js";

/** `overtone verify`: checks everything that is stored, and changes nothing of it. */
export function verifyCommand(context: CommandContext): Command {
  return new Command("verify")
    .description(
      "Check whether rows, audio files and written playlists are still what was stored; servers check a share each night",
    )
    .option("--no-audio", "leave out the audio files, which are read whole")
    .option("--json", "print one JSON document")
    .action((options: VerifyOptions) => verify(context, options));
}

/** The options of the command. */
interface VerifyOptions {
  readonly json?: true;
  readonly audio: boolean;
}

/** Prints what is damaged; the command has failed where anything is. */
async function verify(context: CommandContext, { json, audio }: VerifyOptions): Promise<void> {
  await context.withServices(async ({ storedChecks }) => {
    const result = await storedChecks.checkAll({ isAudioRead: audio }, context.signal);
    const { checked, damaged, damage } = result;
    if (json) {
      const shown = damage.map(({ kind, name }) => ({ kind, name }));
      context.print(...jsonLinesOf({ checked, damaged, damage: shown }));
    } else {
      for (const { name } of damage) context.printError(`${name}: is damaged`);
      context.print(storedCheckText(result));
    }
    if (damagedCountOf(result) > 0) context.setExitCode(exitCodes.failure);
  });
}
