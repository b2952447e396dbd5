import type { CommandContext } from "./command-context.js";

/** The options of commands that sign in to a music server. */
export interface LoginOptions {
  readonly user?: string | undefined;
  readonly apiKey?: true | undefined;
}

/** Who signs in, and with what: nothing, a user and a password, or an API key. */
interface AskedLogin {
  readonly user?: string | undefined;
  readonly password?: string;
  readonly apiKey?: string;
}

/**
 * Asks for the API key where the option says so, or else for the password of the user; for nothing where no user is named.
 *
 * @param keyName what an API key is called in the question
 */
export async function askedLogin(
  context: Pick<CommandContext, "askSecret">,
  { user, apiKey }: LoginOptions,
  keyName = "API key",
): Promise<AskedLogin> {
  if (apiKey) return { user, apiKey: await context.askSecret(keyName) };
  if (user === undefined) return {};
  return { user, password: await context.askSecret(`Password of ${user}`) };
}
