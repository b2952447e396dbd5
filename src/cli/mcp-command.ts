import { Command } from "commander";
import type { CommandContext } from "./command-context.js";
import { serverUrlOption } from "./server-url.js";

interface Options {
  readonly server?: URL;
  readonly write?: true;
}

/** `overtone mcp`: the tools for assistants, over standard input and output. */
export function mcpCommand(context: CommandContext): Command {
  return new Command("mcp")
    .description("Offer this library to an assistant, which starts this command (MCP over stdio)")
    .option("--server <url>", "use the server there; its key is in MCP_KEY", serverUrlOption)
    .option("--write", "offer also the tools that change data")
    .action(({ server, write }: Options) =>
      context.serveAssistant({ ...(server && { server }), canWrite: write === true }),
    );
}
