import { Command } from "commander";
import { parseLifetime, parseScopes, type ApiKey } from "../domain/api-key.js";
import type { CommandContext } from "./command-context.js";

interface CreateOptions {
  readonly name: string;
  readonly expires?: string;
  readonly scopes: string;
}

/** `overtone keys create|list|revoke`. */
export function keysCommand(context: CommandContext): Command {
  const keys = new Command("keys").description("Make, list and revoke API keys");
  keys
    .command("create")
    .description("Make an API key, and show it this once")
    .requiredOption("--name <name>", "what the key is for")
    .option("--expires <time>", 'how long it is good: "12h", "30d", "8w"; for ever when absent')
    .option("--scopes <scopes>", "what it may do: read, write", "read")
    .action((options: CreateOptions) => create(context, options));
  keys
    .command("list")
    .description("List all keys, revoked and expired ones included")
    .action(() => list(context));
  keys
    .command("revoke")
    .description("End a key at once")
    .argument("<key>", "the 8 characters that `keys list` shows, or the whole key")
    .action(async (key: string) => {
      await context.withServices(({ access }) => access.revoke(key));
      context.print("Revoked.");
    });
  return keys;
}

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { name } = options;
  const scopes = parseScopes(options.scopes);
  const lifetimeMilliseconds =
    options.expires === undefined ? undefined : parseLifetime(options.expires);
  await context.withServices(async ({ access }) => {
    const { token } = await access.issue({ name, scopes, lifetimeMilliseconds });
    context.print(token);
  });
}

async function list(context: CommandContext): Promise<void> {
  await context.withServices(async ({ access }) => {
    const keys = await access.list();
    context.print(
      ["KEY       SCOPES      MADE        STATE       NAME", ...keys.map(row)].join("\n"),
    );
  });
}

function row(key: ApiKey): string {
  const scopes = key.scopes.join(",");
  return `${key.lookup}  ${scopes.padEnd(10)}  ${day(key.createdAt)}  ${state(key)}  ${key.name}`;
}

function state({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return "revoked   ";
  if (expiresAt === null) return "good      ";
  return expiresAt <= Date.now() ? "expired   " : day(expiresAt);
}

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
