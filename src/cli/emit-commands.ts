import { emitFile } from "../build/generated-file.js";
import type { CommandContext } from "./command-context.js";
import { commandsPage } from "./commands-page.js";
import { programFor } from "./program.js";

// The commands are described, and none of them runs.
const program = programFor({} as CommandContext);

await emitFile("src/web/guide/commands.md", commandsPage(program));
