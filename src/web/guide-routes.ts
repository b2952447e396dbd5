import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import express, { Router } from "express";
import { packageFile } from "../build/package-file.js";
import { pagePolicy } from "./page-policy.js";
import { redirectToFolder } from "./redirect-to-folder.js";

const FOLDER = fileURLToPath(packageFile("dist/guide"));

/** Copies of the files of the repository that the guide links to. */
const FILES = join(FOLDER, "files", sep);
const PICTURE = /\.(?:jpe?g|png|svg|webp)$/;

/** The policy of its pages, which load from this server only. */
const policy = pagePolicy({
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self'",
  "connect-src": "'self'",
});

/** The routes of the guide at `/guide` and of its files, which the build writes. */
export function guideRoutes(): Router {
  return Router()
    .get("/guide", redirectToFolder)
    .use(
      "/guide",
      express.static(FOLDER, {
        extensions: ["html"],
        redirect: false,
        cacheControl: false,
        setHeaders: (response, path) => {
          // Files of the repository are shown, whatever their names end with.
          if (path.startsWith(FILES) && !PICTURE.test(path)) response.type("text/plain");
          response.setHeader("Content-Security-Policy", policy);
          // Each is asked for again with its entity tag, so that a new version is seen at once.
          response.setHeader("Cache-Control", "no-cache");
        },
      }),
    );
}
