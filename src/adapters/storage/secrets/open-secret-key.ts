import { join } from "node:path";
import type { DatabaseSystem } from "../opened-dialect.js";
import { fixedKey, KeyFile, keyPathOf, type SecretKey } from "./secret-key.js";

/** What decides where the key of the secrets in a database is. */
export interface SecretKeyOptions {
  readonly system: DatabaseSystem;
  /** Where that database is: the key file is beside a file. */
  readonly databaseUrl: string;
  /** The folder of the key file where the database is on a server; absolute. */
  readonly dataFolder?: string;
  /** 32 bytes in base 64; without it, the key is in a file, or in memory where the database is. */
  readonly secretsKey: string | undefined;
}

/** Returns the key of the secrets in a database. */
export function openSecretKey({
  system,
  databaseUrl,
  dataFolder,
  secretsKey,
}: SecretKeyOptions): SecretKey {
  const path = databaseUrl.replace(/^sqlite:/u, "");
  const keyPath = secretsKey === undefined ? keyFileOf({ system, path, dataFolder }) : undefined;
  return keyPath === undefined ? fixedKey(secretsKey) : new KeyFile(keyPath);
}

/** Where a database is. */
interface DatabasePlace {
  readonly system: DatabaseSystem;
  /** The path of a file. */
  readonly path: string;
  readonly dataFolder?: string | undefined;
}

/** Returns the path of the key file of a database; `undefined` for one in memory. */
export function keyFileOf({ system, path, dataFolder }: DatabasePlace): string | undefined {
  if (system === "postgres") return dataFolder && join(dataFolder, "secrets.key");
  return path === ":memory:" ? undefined : keyPathOf(path);
}
