import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../wait-until.js";

/** Ports below those that the system gives to others. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** Returns a port of this machine on which nothing listens. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (!(await isOpen(port))) return port;
  }
}

/** How a proxy is started: its program, and what it is told. */
export interface ProxyStart {
  readonly program: string;
  /** Its arguments, with its own folder and the path of its configuration. */
  readonly args: (folder: string, configuration: string) => readonly string[];
  /** The text of its configuration, with its own folder. */
  readonly configuration: (folder: string) => string;
}

/** A proxy that others have written, as a process with a folder of its own. */
export class ProxyProcess {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /**
   * Starts a proxy, and waits until it listens.
   *
   * @param port of the configuration, on this machine
   */
  static async start(
    port: number,
    { program, args, configuration }: ProxyStart,
  ): Promise<ProxyProcess> {
    const folder = await mkdtemp(join(tmpdir(), "overtone-proxy-"));
    const file = join(folder, "configuration");
    await writeFile(file, configuration(folder));
    const started = spawn(program, args(folder, file), {
      stdio: ["ignore", "ignore", "pipe"],
      env: { PATH: process.env["PATH"], HOME: folder },
    });
    let log = "";
    started.stderr.setEncoding("utf8").on("data", (part: string) => (log += part));
    const proxy = new ProxyProcess(started, folder);
    await waitUntil(async () => started.exitCode !== null || (await isOpen(port)));
    if (started.exitCode === null) return proxy;
    await proxy.close();
    throw new Error(`${program} did not start: ${log}`);
  }

  async close(): Promise<void> {
    this.process.kill("SIGKILL");
    await waitUntil(() => this.process.exitCode !== null || this.process.signalCode !== null);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Returns whether something listens on a port of this machine. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
