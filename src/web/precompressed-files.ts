import { readdirSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import express, { Router } from "express";

/** The compressions of files that the build makes, the smallest first, with the endings of their names. */
const ENDINGS = { br: ".br", gzip: ".gz" } as const;
const CODINGS = ["br", "gzip"] as const;

/**
 * The routes of the files of a folder, each in the smallest compression that the client accepts. What is compressed
 * stands beside a file under its name and `.br` or `.gz`.
 */
export function precompressedFiles(
  folder: URL,
  options: NonNullable<Parameters<typeof express.static>[1]>,
): Router {
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
