import { dirname } from "node:path";
import type { FindingState } from "../../domain/operations/finding.js";
import {
  damagedCountOf,
  storedCheckText,
  type StoredCheck,
} from "../../domain/library/stored-check.js";
import type { Check } from "../../ports/runtime/check.js";
import type { DatabaseInspection } from "./database-inspection.js";
import { migrationNames } from "../storage/migrations/migrate.js";
import { keyPathOf } from "../storage/secrets/secret-key.js";
import { databaseFiles, openModeOf } from "../storage/sqlite/private-files.js";

/** Above what a slow connection to the database may take. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 10;

/** Inspects the database; returns `undefined` where there is none yet. */
export type Inspect = () =>
  DatabaseInspection | undefined | Promise<DatabaseInspection | undefined>;

/**
 * Checks whether the database can be opened and written, is undamaged, and has the present schema.
 *
 * @param path of the file, or `:memory:`
 */
export const databaseCheck = (path: string, inspect: Inspect): Check => ({
  what: "database",
  run: () => databaseState(path, inspect, fileAdvice(path)),
});

/**
 * Checks whether the database on a server can be reached and used, and has the present schema, and enough connections.
 *
 * @param address names it, without a password
 * @param connections as many as one server may open
 */
export const serverDatabaseCheck = (
  address: string,
  inspect: Inspect,
  connections: number,
): Check => ({
  what: "database",
  async run() {
    const found = await databaseState(address, inspect, SERVER_ADVICE);
    if (found.state !== "ok") return found;
    const { connectionLimit = connections } = (await inspect()) ?? {};
    return connectionLimit < connections ? tooFew(address, connectionLimit, connections) : found;
  },
});

const tooFew = (address: string, limit: number, connections: number): FindingState => ({
  state: "warn",
  message: `${address}: this user may have ${limit} connections at once, and a server opens up to ${connections}: under load requests wait for one`,
  advice: `Set DATABASE_CONNECTIONS to ${limit} or less, for each server on the database; or raise max_connections, and the CONNECTION LIMIT of the user and the database.`,
});

const fileAdvice = (path: string): string =>
  `Check the owner of ${path} and of its folder, and whether the disk is full. Otherwise, restore a backup, or move the file away to start with a new database.`;

const SERVER_ADVICE =
  "Check DATABASE_URL, whether the server runs, and whether its pg_hba.conf admits this user from this machine.";

async function databaseState(
  path: string,
  inspect: Inspect,
  advice: string,
): Promise<FindingState> {
  if (path === ":memory:")
    return { state: "ok", message: "in memory: it is lost when the server stops" };
  try {
    const inspection = await inspect();
    if (inspection) return stateOf(path, inspection);
    return { state: "ok", message: `none yet; the first start creates ${path}` };
  } catch (error) {
    return {
      state: "fail",
      message: error instanceof Error ? error.message : String(error),
      advice,
    };
  }
}

function stateOf(path: string, inspection: DatabaseInspection): FindingState {
  const { server, clockAheadMilliseconds = 0, damage, isUnfinished, migrations } = inspection;
  if (damage.length > 0) {
    return {
      state: "fail",
      message: `${path} is damaged: ${damage.join("; ")}`,
      advice:
        "Stop the server and restore a backup, or move the file away to start with a new database.",
    };
  }
  if (isUnfinished) {
    return {
      state: "fail",
      message: `${path} has an unfinished copy of another database`,
      advice: "Run the same `overtone copy` again, or set DATABASE_URL to another database.",
    };
  }
  const unknown = migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) {
    return {
      state: "fail",
      message: `${path} was written by a newer version, with the migrations ${unknown.join(", ")}`,
      advice: "Update Overtone, or set DATABASE_URL to another database.",
    };
  }
  const missingCount = migrationNames.length - migrations.length;
  if (missingCount > 0) {
    return {
      state: "warn",
      message: `${path} lacks ${missingCount} of ${migrationNames.length} migrations`,
      advice: "Run `overtone migrate`; starting the server does it too.",
    };
  }
  const ahead = Math.round(clockAheadMilliseconds / 1000);
  if (Math.abs(ahead) > MAX_CLOCK_DIFFERENCE_SECONDS) {
    return {
      state: "warn",
      message: `${path}: the clock of this machine is ${Math.abs(ahead)} s ${ahead > 0 ? "ahead of" : "behind"} that of the database`,
      advice:
        "Synchronise the clocks of all servers: keys expire, and messages to webhooks are repeated, by the clock of each.",
    };
  }
  return {
    state: "ok",
    message: `${path}: ${server ?? "undamaged"}, writable, at ${migrations.at(-1)}`,
  };
}

/** Checks whether the metadata cache, which is in the database, can be read. */
export const cacheCheck = (inspect: Inspect, ttlSeconds: number): Check => ({
  what: "cache",
  async run() {
    try {
      const entryCount = (await inspect())?.cacheEntryCount ?? 0;
      const message = `in the database; entries: ${entryCount}, each kept for ${ttlSeconds} s`;
      return { state: "ok", message };
    } catch {
      return {
        state: "fail",
        message: "cannot be read, because the database cannot",
        advice: "Repair the database first.",
      };
    }
  },
});

/** How many names a line has. */
const MAX_NAMES = 5;

const HOUR_MILLISECONDS = 3_600_000;

/** A check of what is stored that is older is not made each night. */
const MAX_CHECK_AGE_MILLISECONDS = 8 * 24 * HOUR_MILLISECONDS;

/**
 * Checks what the last check of what is stored has found.
 *
 * @param now milliseconds since 1970
 * @param isNightly whether servers check by themselves
 */
export const storedCheckCheck = (
  inspect: Inspect,
  now: () => number,
  isNightly: boolean,
): Check => ({
  what: "stored",
  async run() {
    const { lastCheck } = (await inspectedIn(inspect)) ?? {};
    if (lastCheck === undefined) return { state: "ok", message: "not checked yet" };
    const age = Math.max(0, now() - lastCheck.endedAt);
    const hours = Math.round(age / HOUR_MILLISECONDS);
    const message = `${hours} h ago: ${storedCheckText(lastCheck)}`;
    if (damagedCountOf(lastCheck) > 0) return damagedState(lastCheck, message);
    if (!isNightly || age < MAX_CHECK_AGE_MILLISECONDS) {
      return { state: "ok", message };
    }
    return {
      state: "warn",
      message: `${message}; no check has ended since`,
      advice: "Let a server run at the hour of STORED_CHECK_HOUR, or run `overtone verify`.",
    };
  },
});

/** The check of the database says why it cannot be inspected. */
async function inspectedIn(inspect: Inspect): Promise<DatabaseInspection | undefined> {
  try {
    return await inspect();
  } catch {
    return undefined;
  }
}

function damagedState({ damage }: StoredCheck, message: string): FindingState {
  const names = damage.slice(0, MAX_NAMES).map(({ name }) => name);
  return {
    state: "fail",
    message: `${message}: ${names.join(", ")}${damage.length > MAX_NAMES ? ", …" : ""}`,
    advice:
      "Check the disk and the memory of the machine, restore what is named from a backup, then run `overtone verify`. A playlist that you have changed yourself is written under another name by the next scan.",
  };
}
/**
 * Checks whether only the operator may read the database and the key of the secrets in it.
 *
 * @param path of the database file
 */
export const privateFilesCheck = (path: string): Check => ({
  what: "privacy",
  run: () => Promise.resolve(privacyState(path)),
});

function privacyState(path: string): FindingState {
  const folder = dirname(path);
  const keyPath = keyPathOf(path);
  const open = [folder, ...databaseFiles(path), keyPath].filter(
    (file) => openModeOf(file) !== undefined,
  );
  if (open.length === 0) return { state: "ok", message: `only its owner may use ${path}` };
  const files = open.includes(keyPath) ? `${path}* ${keyPath}` : `${path}*`;
  return {
    state: "warn",
    message: `other users of this machine may use ${open.join(", ")}`,
    advice: `Run \`chmod 700 ${folder}\` and \`chmod 600 ${files}\` as their owner.`,
  };
}
