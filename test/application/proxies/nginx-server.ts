import { spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../wait-until.js";

/** The path of Debian's nginx, or `undefined` where it is not installed. */
export const nginxPath = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].find(isExecutable);

if (nginxPath === undefined && process.env["NGINX_TESTS"] === "required") {
  throw new Error("The tests behind nginx need it: install nginx.");
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ports below those that the system gives to others. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
const MAX_TRIES = 20;

/** A real nginx on a port of this machine. */
export class NginxServer {
  private constructor(
    readonly port: number,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Starts nginx on a free port. @param serverBlock returns the content of its `server` block */
  static async open(serverBlock: (port: number) => string): Promise<NginxServer> {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
      const server = await NginxServer.#tryOpen(port, serverBlock(port));
      if (server) return server;
    }
    throw new Error(`nginx found no free port in ${MAX_TRIES} tries.`);
  }

  /** Starts nginx on a port that was free before. */
  static async openAt(port: number, block: string): Promise<NginxServer> {
    const server = await NginxServer.#tryOpen(port, block);
    if (server) return server;
    throw new Error(`The port ${port} is not free any more.`);
  }

  static async #tryOpen(port: number, block: string): Promise<NginxServer | undefined> {
    const folder = await mkdtemp(join(tmpdir(), "overtone-nginx-"));
    const file = join(folder, "nginx.conf");
    await writeFile(file, configurationOf(folder, block));
    const process = spawn(nginxPath!, ["-p", folder, "-c", file, "-e", join(folder, "error.log")], {
      stdio: "ignore",
    });
    const server = new NginxServer(port, process, folder);
    await waitUntil(async () => process.exitCode !== null || (await isOpen(port)));
    if (process.exitCode === null) return server;
    const log = await readFile(join(folder, "error.log"), "utf8").catch(() => "");
    await server.close();
    if (!log.includes("Address already in use")) throw new Error(`nginx did not start: ${log}`);
    return undefined;
  }

  async close(): Promise<void> {
    this.process.kill("SIGKILL");
    await waitUntil(() => this.process.exitCode !== null || this.process.signalCode !== null);
    await rm(this.folder, { recursive: true, force: true });
  }
}

const configurationOf = (folder: string, block: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
${block}
  }
}
`;

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
