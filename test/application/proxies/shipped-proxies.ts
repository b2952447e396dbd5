import { readFileSync } from "node:fs";
import { findProgram } from "../../installed-program.js";
import { ProxyProcess, type ProxyStart } from "./proxy-process.js";

/** A proxy by a configuration that the product ships, changed only in its addresses, and without HTTPS. */
export interface ShippedProxy {
  readonly name: string;
  /** The path below which it publishes the server; empty at the root. */
  readonly path: string;
  /** Whether its program is installed. */
  readonly isInstalled: boolean;
  /**
   * Starts it.
   *
   * @param port on which it listens
   * @param target the host and port of the server
   */
  open(port: number, target: string): Promise<ProxyProcess>;
}

const guide = readFileSync(new URL("../../../src/web/guide/proxy.md", import.meta.url), "utf8");
const balancer = readFileSync(
  new URL("../../../src/deployment/nginx.conf", import.meta.url),
  "utf8",
);

/** Returns the first example of the guide after a text. */
function exampleAfter(text: string): string {
  const [, example] = /```[a-z]*\n([^`]*)```/u.exec(guide.slice(guide.indexOf(text))) ?? [];
  if (example === undefined) throw new Error(`The guide has no example after "${text}".`);
  return example;
}

/** Replaces each text by another. @throws {Error} one does not occur, so that the example would stay as it is */
function replaced(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [found, replacement]) => {
    if (!result.includes(found)) throw new Error(`The example does not have "${found}".`);
    return result.replaceAll(found, replacement);
  }, text);
}

/** The address of the server in the examples of the guide. */
const GUIDE_TARGET = "127.0.0.1:4000";

type Configure = (address: string, target: string, folder: string) => string;

function shipped(
  name: string,
  path: string,
  start: Pick<ProxyStart, "args"> & { readonly program: string | undefined },
  configure: Configure,
): ShippedProxy {
  const { program, args } = start;
  return {
    name,
    path,
    isInstalled: program !== undefined,
    open(port, target) {
      if (program === undefined) throw new Error(`${name} is not installed.`);
      const configuration = (folder: string): string =>
        configure(`127.0.0.1:${port}`, target, folder);
      return ProxyProcess.start(port, { program, args, configuration });
    },
  };
}

const NGINX_TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** Lets nginx write into its folder only, and stay in the foreground. */
const nginxIn = (folder: string, text: string): string => {
  const paths = NGINX_TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
  const foreground = `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\n`;
  return foreground + replaced(text, { "http {": `http {\naccess_log off;\n${paths}` });
};

const nginx = {
  program: findProgram("nginx"),
  args: (folder: string, file: string) => ["-p", folder, "-c", file, "-e", "stderr"],
};

const caddy = {
  program: findProgram("caddy"),
  args: (_folder: string, file: string) => ["run", "--adapter", "caddyfile", "--config", file],
};

const haproxy = {
  program: findProgram("haproxy"),
  args: (_folder: string, file: string) => ["-db", "-f", file],
};

/** The proxies of the guide, each below the path of its example. */
export const guideProxies: readonly ShippedProxy[] = [
  shipped("nginx", "/overtone", nginx, (address, target, folder) => {
    const location = replaced(exampleAfter("## nginx"), { [GUIDE_TARGET]: target });
    return nginxIn(folder, `events {}\nhttp {\nserver {\nlisten ${address};\n${location}}\n}\n`);
  }),
  shipped("Caddy", "/overtone", caddy, (address, target, folder) => {
    const site = `http://${address} {\nbind 127.0.0.1`;
    const changes = { "example.org {": site, [GUIDE_TARGET]: target };
    const options = `{\nadmin off\nauto_https off\nstorage file_system ${folder}\n}\n`;
    return options + replaced(exampleAfter("## Caddy"), changes);
  }),
  shipped("HAProxy", "/overtone", haproxy, (address, target) =>
    replaced(exampleAfter("## HAProxy"), {
      ":443 ssl crt /etc/haproxy/example.org.pem": address,
      [GUIDE_TARGET]: target,
    }),
  ),
];

/** All proxies that are shipped: those of the guide, and the balancer, which alone lets nginx keep connections. */
export const shippedProxies: readonly ShippedProxy[] = [
  ...guideProxies,
  shipped("nginx as the balancer", "", nginx, (address, target, folder) =>
    nginxIn(
      folder,
      replaced(balancer, { "server:4000": target, "listen 4000": `listen ${address}` }),
    ),
  ),
];
