import { createHash, randomBytes } from "node:crypto";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { findProgram } from "../../installed-program.js";
import { waitUntil } from "../../wait-until.js";
import { findFreePort } from "../proxies/proxy-process.js";

/** Whether supysonic is installed. */
export const hasSupysonic = findProgram("supysonic-cli", "supysonic") !== undefined;

/** Serves supysonic by the server that comes with its framework, in Debian's Python, which has its modules. */
const PYTHON = "/usr/bin/python3";
const SERVE = `import sys, time
from supysonic.web import create_application
from werkzeug.serving import run_simple

def is_slow(environ):
    try:
        with open("slow") as slow:
            return slow.read() in environ["PATH_INFO"] + "?" + environ["QUERY_STRING"]
    except FileNotFoundError:
        return False

def trickled(parts, environ):
    for part in parts:
        for sent in range(len(part)):
            if not is_slow(environ):
                yield part[sent:]
                break
            yield part[sent:sent + 1]
            time.sleep(0.02)

application = create_application()

def serve(environ, start_response):
    answer = application(environ, start_response)
    return trickled(answer, environ) if is_slow(environ) else answer

run_simple("127.0.0.1", int(sys.argv[1]), serve, threaded=True)
`;

/** Runs commands of its command line, one after the other, in one process: each takes half a second to start. */
const COMMANDS = `import json, sys
from supysonic.cli import cli
from supysonic.config import IniConfig
from supysonic.db import init_database, release_database
config = IniConfig.from_common_locations()
init_database(config.BASE["database_uri"])
for command in json.loads(sys.argv[1]):
    cli.main(command, obj=config, standalone_mode=False)
release_database()
`;

const SCAN = ["folder", "scan", "music"];

/** A request that it has answered. */
export interface AnsweredRequest {
  /** "download". */
  readonly method: string;
  readonly status: number;
}

/** supysonic, a music server that others have written, as a process with a folder and a database of its own. */
export class SupysonicProcess {
  readonly user = "ann";
  password = "secret";
  #server: ChildProcess | undefined;
  #log = "";

  private constructor(
    private readonly music: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** Starts a server that has scanned a folder of music. */
  static async open(music: string): Promise<SupysonicProcess> {
    const folder = await mkdtemp(join(tmpdir(), "overtone-supysonic-"));
    const opened = new SupysonicProcess(music, folder, await findFreePort());
    await writeFile(
      join(folder, "supysonic.conf"),
      `[base]
database_uri = sqlite:///${folder}/supysonic.db
[webapp]
cache_dir = ${folder}/cache
[daemon]
socket = ${folder}/daemon.sock
`,
    );
    await opened.#fill();
    await opened.start();
    return opened;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What it has answered since it was started last, in order. */
  get answered(): readonly AnsweredRequest[] {
    const lines = this.#log.matchAll(/"GET \/rest\/(\w+)\.view\S* HTTP\/1\.1" (\d+)/g);
    return [...lines].map(([, method = "", status]) => ({ method, status: Number(status) }));
  }

  /** Asks it for something as another client of the user does; returns the reply. */
  async ask(
    method: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const login = { u: this.user, p: this.password, c: "another", v: "1.12.0", f: "json" };
    const query = new URLSearchParams({ ...parameters, ...login });
    const reply = await fetch(`${this.url}/rest/${method}.view?${query.toString()}`);
    const body = (await reply.json()) as { readonly "subsonic-response": object };
    return { ...body["subsonic-response"] };
  }

  /** Lets it find what has changed in its folder. */
  async scan(): Promise<void> {
    await this.#run(SCAN);
  }

  /**
   * Adds songs to its database that have no files, in albums of so many songs, as a server has them whose disk is away. Its tables and the form of
   * their ids are those of supysonic 0.7.2, `schema/sqlite.sql`.
   */
  async addMadeUpSongs(albums: number, songs: number): Promise<void> {
    await this.stop();
    const database = new Sqlite(join(this.folder, "supysonic.db"));
    const root = database.prepare("select id, path from folder where root").get() as {
      readonly id: number;
      readonly path: string;
    };
    const times = { created: "2026-01-01 00:00:00", modified: 1_767_225_600 };
    const addArtist = database.prepare("insert into artist (id, name) values (?, ?)");
    const addAlbum = database.prepare("insert into album (id, name, artist_id) values (?, ?, ?)");
    const addTrack = database.prepare(
      `insert into track (id, disc, number, title, duration, has_art, album_id, artist_id, bitrate, path, path_hash,
        created, last_modification, play_count, root_folder_id, folder_id)
      values (?, 1, ?, ?, 180, 0, ?, ?, 320, ?, ?, ?, ?, 0, ?, ?)`,
    );
    database.transaction(() => {
      for (let album = 0; album < albums; album++) {
        const [artistId, albumId] = [randomBytes(16), randomBytes(16)];
        addArtist.run(artistId, `Made-up artist ${album}`);
        addAlbum.run(albumId, `Made-up album ${album}`, artistId);
        for (let song = 0; song < songs; song++) {
          const path = `${root.path}/made-up/${album}/${song}.flac`;
          const hash = createHash("sha1").update(path).digest();
          const title = `Made-up song ${album}, ${song}`;
          const labels = [randomBytes(16), song + 1, title, albumId, artistId, path, hash] as const;
          addTrack.run(...labels, times.created, times.modified, root.id, root.id);
        }
      }
    })();
    database.close();
    await this.start();
  }

  /**
   * Lets it send its answers byte by byte, fifty in a second, to requests whose path and query have a text, until `hurry` is called; what is left of
   * them then is sent at once. A request counts as answered from its first byte on.
   */
  async trickle(text: string): Promise<void> {
    await writeFile(join(this.folder, "slow"), text);
  }

  async hurry(): Promise<void> {
    await rm(join(this.folder, "slow"), { force: true });
  }

  /** Gives the user another password. */
  async changePassword(password: string): Promise<void> {
    await this.#run(["user", "changepass", this.user, "-p", password]);
    this.password = password;
  }

  /** Lets it begin again with an empty database, so that each song has another id. */
  async renew(): Promise<void> {
    await this.stop();
    await rm(join(this.folder, "supysonic.db"));
    await this.#fill();
    await this.start();
  }

  async start(): Promise<void> {
    const started = spawn(PYTHON, ["-c", SERVE, String(this.port)], {
      stdio: ["ignore", "ignore", "pipe"],
      ...this.#place,
    });
    this.#server = started;
    this.#log = "";
    started.stderr.setEncoding("utf8").on("data", (part: string) => (this.#log += part));
    const isServing = (): boolean => this.#log.includes(`Running on ${this.url}`);
    await waitUntil(() => started.exitCode !== null || isServing());
    if (started.exitCode !== null) throw new Error(`supysonic did not start: ${this.#log}`);
  }

  /** Ends it at once, in the middle of what it sends. */
  async stop(): Promise<void> {
    const server = this.#server;
    server?.kill("SIGKILL");
    await waitUntil(() => server === undefined || server.signalCode !== null);
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Where it finds its configuration, and none of the user who runs the tests. */
  get #place(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
    return { cwd: this.folder, env: { PATH: process.env["PATH"], HOME: this.folder } };
  }

  async #fill(): Promise<void> {
    await this.#run(
      ["user", "add", this.user, "-p", this.password],
      ["folder", "add", "music", this.music],
      SCAN,
    );
  }

  async #run(...commands: readonly (readonly string[])[]): Promise<void> {
    const args = ["-c", COMMANDS, JSON.stringify(commands)];
    await promisify(execFile)(PYTHON, args, this.#place);
  }
}
