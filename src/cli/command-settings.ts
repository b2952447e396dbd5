import { existsSync } from "node:fs";
import { configFrom, type Config } from "../config/config.js";
import { misspeltSettings } from "../config/misspelt-settings.js";
import type { KeylessProvider } from "../config/providers.js";
import { type Environment, withSharedSettings } from "../config/shared-settings.js";
import { StartError } from "../config/start-error.js";
import { databaseFileOf, databaseNameOf, IN_MEMORY } from "../domain/operations/database-name.js";

interface ReadSettings {
  readonly config: Config;
  /** The names of those of the server. */
  readonly taken: readonly string[];
  /** The providers of the server that are not asked, for want of their keys. */
  readonly keyless: readonly KeylessProvider[];
}

/** The settings of a command: its own, and those that it shares with the server of its database. */
export class CommandSettings {
  #read: ReadSettings | undefined;

  /** @param printError called with lines for people */
  constructor(
    private readonly environment: Environment,
    private readonly printError: (...lines: readonly string[]) => void,
  ) {}

  /** @throws {ConfigError} the settings have mistakes */
  get config(): Config {
    return this.#readOnce().config;
  }

  /**
   * The settings of a server that this command is: its own only.
   *
   * @throws {ConfigError} they have mistakes
   */
  get ofServer(): Config {
    this.#nameMisspelt();
    return configFrom(this.environment);
  }

  /**
   * Says which database is used, and with which settings of its server.
   *
   * @param options.mayCreate whether it is created where there is none
   * @throws {ConfigError} the settings have mistakes
   * @throws {StartError} there is none
   */
  nameDatabase({ mayCreate }: { readonly mayCreate: boolean }): void {
    const { config, taken, keyless } = this.#readOnce();
    const { databaseUrl } = config.storage;
    const path = databaseFileOf(databaseUrl);
    const isNew = path !== undefined && !existsSync(path);
    if (isNew && !mayCreate) {
      throw new StartError(
        `There is no database at ${path}. Set DATA_DIR or DATABASE_URL as for your server, or start a server first.`,
      );
    }
    const shared = taken.length > 0 ? `; as its server has them: ${taken.join(", ")}` : "";
    this.printError(`Database: ${databaseNameOf(databaseUrl)}${isNew ? " (new)" : ""}${shared}`);
    for (const { name, apiKey } of keyless) {
      this.printError(`Without ${name}, which its server asks: ${apiKey} is not set here.`);
    }
  }

  /**
   * Returns the settings of a command that only reads the database: where there is none, of one in memory. Says which it is.
   *
   * @throws {ConfigError} the settings have mistakes
   */
  withDatabaseThatIs(): Config {
    const { config } = this.#readOnce();
    const path = databaseFileOf(config.storage.databaseUrl);
    if (path === undefined || existsSync(path)) {
      this.nameDatabase({ mayCreate: false });
      return config;
    }
    this.printError(`Database: none at ${path}, so that nothing is known of the files`);
    return { ...config, storage: { ...config.storage, databaseUrl: IN_MEMORY } };
  }

  #readOnce(): ReadSettings {
    if (!this.#read) {
      this.#nameMisspelt();
      const { environment, taken, keyless } = withSharedSettings(this.environment);
      this.#read = { config: configFrom(environment), taken, keyless };
    }
    return this.#read;
  }

  #nameMisspelt(): void {
    for (const line of misspeltSettings(this.environment)) this.printError(line);
  }
}
