import { Command } from "commander";
import { parseScopes, type Scope } from "../domain/api-key.js";
import { InvalidInputError } from "../domain/errors/request-errors.js";
import {
  sessionScopes,
  signInLinkFrom,
  type Session,
  type SessionScope,
} from "../domain/browser-session.js";
import type { CommandContext } from "./command-context.js";

interface LinkOptions {
  readonly scopes: string;
  readonly key?: string;
}

/** `overtone sessions list|link|revoke`: shows and ends sessions of browsers, and prints links to sign in. */
export function sessionsCommand(context: CommandContext): Command {
  const sessions = new Command("sessions").description("Show and end sessions of browsers");
  sessions
    .command("list")
    .description("List the sessions that can be used")
    .action(() => list(context));
  sessions
    .command("link")
    .description("Print a link that opens the page signed in, once, within an hour")
    .option("--scopes <scopes>", "what the session may do: read, write, admin", "read")
    .option(
      "--key <key>",
      "the 8 characters of its API key; by default, the oldest that has the scopes",
    )
    .action((options: LinkOptions) => link(context, options));
  sessions
    .command("revoke")
    .description("End a session, at once")
    .argument("<session>", "the 8 characters that `sessions list` shows")
    .action(async (session: string) => {
      await context.withServices((services) => services.sessions.revoke(session));
      context.print("Revoked.");
    });
  return sessions;
}

async function list(context: CommandContext): Promise<void> {
  await context.withServices(async ({ sessions }) => {
    const rows = (await sessions.list()).map(row);
    context.print("SESSION   KEY       SCOPES      MADE        UNTIL", ...rows);
  });
}

function row({ lookup, keyLookup, scopes, createdAt, expiresAt }: Session): string {
  const days = [createdAt, expiresAt].map((time) => new Date(time).toISOString().slice(0, 10));
  return [lookup, keyLookup, scopes.join(",").padEnd(10), ...days].join("  ");
}

async function link(context: CommandContext, options: LinkOptions): Promise<void> {
  const scopes = parseScopes(options.scopes).map(sessionScopeFrom);
  await context.withServices(async ({ sessions }) => {
    const token = await sessions.issueLink(scopes, options.key);
    if (token === undefined) {
      throw new InvalidInputError("key", "must be a valid API key that has these scopes");
    }
    context.print(signInLinkFrom(context.serverUrl, token));
  });
}

function sessionScopeFrom(scope: Scope): SessionScope {
  const found = sessionScopes.find((one) => one === scope);
  if (found !== undefined) return found;
  throw new InvalidInputError("scopes", "of a session must be read, write or admin");
}
