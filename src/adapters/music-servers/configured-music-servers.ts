import { readFile } from "node:fs/promises";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type {
  MusicServerSetting,
  SecretPlace,
} from "../../domain/music-server/music-server-setting.js";
import {
  parseMusicServerLogin,
  type MusicServerName,
  type SavedMusicServer,
  type StoredMusicServer,
} from "../../domain/music-server/music-server.js";
import type { MusicServerStore } from "../../ports/music-servers/music-server-store.js";
import type { DiskCalls } from "../files/disk-calls.js";
import { systemCodeOf } from "../runtime/system-error.js";

/** The music servers of the setting, whose passwords are read once, and those that were added. Of two with one name, that of the setting is used. */
export class ConfiguredMusicServers implements MusicServerStore {
  #configured: Promise<readonly StoredMusicServer[]> | undefined;

  constructor(
    private readonly needs: {
      readonly configured: readonly MusicServerSetting[];
      readonly added: MusicServerStore;
      readonly disk: Pick<DiskCalls, "run">;
    },
  ) {}

  save(server: SavedMusicServer): Promise<void> {
    return this.needs.added.save(server);
  }

  async list(): Promise<readonly StoredMusicServer[]> {
    const { configured: settings, added, disk } = this.needs;
    this.#configured ??= Promise.all(settings.map((setting) => withSecret(setting, disk)));
    const configured = await this.#configured;
    const names = new Set(configured.map(({ name }) => name));
    const others = (await added.list()).filter(({ name }) => !names.has(name));
    return [...configured, ...others].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  remove(name: MusicServerName): Promise<boolean> {
    return this.needs.added.remove(name);
  }
}

/** Reads the password or key of a server of the setting. */
export async function withSecret(
  { secret: place, ...server }: MusicServerSetting,
  disk: Pick<DiskCalls, "run">,
): Promise<StoredMusicServer> {
  const about = { ...server, sendsPassword: null, addedAt: null };
  try {
    const text = await textOf(place, disk);
    if (text === undefined) return { ...about, ...without(place, "is not set") };
    const given = server.user === null ? { apiKey: text } : { user: server.user, password: text };
    return { ...about, secret: parseMusicServerLogin(given, server.kind).secret };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { ...about, ...without(place, problem) };
  }
}

const without = (
  place: SecretPlace,
  problem: string,
): Pick<StoredMusicServer, "secret" | "secretProblem"> => ({
  secret: null,
  secretProblem: `has a password or key in ${nameOf(place)}, which ${problem}`,
});

/** Returns the text of a file without the ends of lines behind it, or of a variable; `undefined` where that is not set. */
async function textOf(
  place: SecretPlace,
  disk: Pick<DiskCalls, "run">,
): Promise<string | undefined> {
  if ("variable" in place) return place.text;
  const text = await disk.run(place.file, () => readFile(place.file, "utf8"));
  return text.replace(/[\r\n]+$/u, "");
}

const nameOf = (place: SecretPlace): string =>
  "variable" in place ? `the variable ${place.variable}` : `the file ${place.file}`;

/** Returns what is wrong with a secret; `undefined` where the error is one of this program. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof InvalidInputError) return error.problem;
  const code = systemCodeOf(error);
  if (code === undefined) return undefined;
  return code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
}
