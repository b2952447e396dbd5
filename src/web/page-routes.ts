import express, { Router } from "express";
import { readFileSync, readdirSync } from "node:fs";
import { packageFile } from "../build/package-file.js";
import { localsOf } from "../http/request-locals.js";
import { routesFrom } from "../http/route-table.js";
import { pagePolicy } from "./page-policy.js";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** The compressions of files that the build makes, the smallest first, with the endings of their names. */
const ENDINGS = { br: ".br", gzip: ".gz" } as const;

const CODINGS = ["br", "gzip"] as const;

const FOLDER = packageFile("dist/web/");

const policy = pagePolicy({
  // The engine and the decoders compile WebAssembly from bytes, which needs no `eval`.
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "style-src": "'self'",
  // Covers come from the providers.
  "img-src": "'self' https: data:",
  "connect-src": "'self'",
  "media-src": "'self' blob:",
  "base-uri": "'self'",
});

type StaticOptions = NonNullable<Parameters<typeof express.static>[1]>;

/** The explorers that are served in addition to the page, which links to them. */
export interface PageLinks {
  readonly hasExplorer: boolean;
  readonly hasDocs: boolean;
}

/**
 * The routes of the page at the root and of its files. Clients that prefer JSON to HTML are redirected to the
 * OpenAPI description.
 */
export function pageRoutes(links: PageLinks): Router {
  const explorers = [...(links.hasExplorer ? ["graphql"] : []), ...(links.hasDocs ? ["rest"] : [])];
  const offered = `<meta name="explorers" content="${explorers.join(" ")}">`;
  let page: string | undefined;
  const root = routesFrom({
    "/": {
      produces: "any",
      get: (request, response) => {
        const { prefix } = localsOf(response);
        response.vary("Accept").set("Cache-Control", "no-cache");
        if (request.accepts("application/json", "text/html") !== "text/html") {
          response.status(302).location(`${prefix}/openapi.json`).end();
          return;
        }
        response.set("Content-Security-Policy", policy).type("html");
        // Read on the first request, not at the start.
        page ??= readFileSync(new URL("index.html", FOLDER), "utf8");
        // The files of the page are named relative to the root, whose address may lack its last slash.
        response.send(page.replace("<head>", () => `<head><base href="${prefix}/">${offered}`));
      },
    },
  });
  return root.use("/assets", precompressedFiles(new URL("assets/", FOLDER), assetOptions));
}

const assetOptions: StaticOptions = {
  index: false,
  redirect: false,
  // The name of each contains a hash of its content.
  immutable: true,
  maxAge: "1y",
  setHeaders: (response) => {
    // A worker has the policy of its script, not that of its page.
    response.setHeader("Content-Security-Policy", policy);
  },
};

/**
 * The routes of the files of a folder, each in the smallest compression that the client accepts. What is compressed
 * stands beside a file under its name and `.br` or `.gz`.
 */
function precompressedFiles(folder: URL, options: StaticOptions): Router {
  let names: ReadonlySet<string> | undefined;
  return Router().use(
    (request, response, next) => {
      // Read on the first request, not at the start.
      names ??= new Set(readdirSync(folder));
      const { pathname } = new URL(request.url, "http://localhost");
      // Each is sent under the name of the file that it is compressed from alone.
      if (codingOf(pathname)) {
        next("router");
        return;
      }
      response.vary("Accept-Encoding");
      // Asked one by one, since clients name gzip first and accept all equally.
      const coding = CODINGS.find((one) => request.acceptsEncodings(one) === one);
      const path = coding && `${pathname}${ENDINGS[coding]}`;
      if (path && names.has(path.slice(1))) request.url = path;
      next();
    },
    express.static(fileURLToPath(folder), {
      ...options,
      setHeaders: (response, path, stat) => {
        const coding = codingOf(path);
        if (coding) {
          response.setHeader("Content-Encoding", coding);
          response.type(extname(path.slice(0, -ENDINGS[coding].length)));
        }
        void options.setHeaders?.(response, path, stat);
      },
    }),
  );
}

const codingOf = (path: string): (typeof CODINGS)[number] | undefined =>
  CODINGS.find((coding) => path.endsWith(ENDINGS[coding]));
