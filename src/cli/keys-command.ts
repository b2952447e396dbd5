import { Command } from "commander";
import { parseLifetime, parseScopes, type ApiKey } from "../domain/api-key.js";
import type { CommandContext } from "./command-context.js";

interface CreateOptions {
  readonly name: string;
  readonly expires?: string;
  readonly scopes: string;
}

/** `overtone keys create|list|revoke`: creates, lists and revokes API keys. */
export function keysCommand(context: CommandContext): Command {
  const keys = new Command("keys").description("Create, list and revoke API keys");
  keys
    .command("create")
    .description("Create an API key, and print it; it cannot be shown again")
    .requiredOption("--name <name>", "what the key is for")
    .option(
      "--expires <time>",
      'how long it is valid: "12h", "30d", "8w"; without this option, it does not expire',
    )
    .option("--scopes <scopes>", "what it may do: read, write, work, admin", "read")
    .action((options: CreateOptions) => create(context, options));
  keys
    .command("list")
    .description("List all keys, revoked and expired ones included")
    .action(() => list(context));
  keys
    .command("revoke")
    .description("Revoke a key, at once")
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
    context.print("KEY       SCOPES           MADE        STATE       NAME", ...keys.map(row));
  });
}

function row(key: ApiKey): string {
  const scopes = key.scopes.join(",");
  return `${key.lookup}  ${scopes.padEnd(15)}  ${day(key.createdAt)}  ${state(key)}  ${key.name}`;
}

function state({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return "revoked   ";
  if (expiresAt === null) return "good      ";
  return expiresAt <= Date.now() ? "expired   " : day(expiresAt);
}

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
