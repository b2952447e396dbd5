import { isAbsolute } from "node:path";
import type { Response, Router } from "express";
import { z } from "zod";
import type { KnownFolder } from "../../domain/library/library-file.js";
import { forbidCaching } from "../../http/caching.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { readJsonBody } from "../request/json-body.js";
import { objectMessages, shaped } from "../request/shaped.js";
import { parametersIn } from "../shapes/url-parameters.js";
import { toFolderJson } from "./library-json.js";

const MAX_PATH_CHARACTERS = 4_096;

/** A path from a client, who knows no folder that it could be relative to. */
const folder = z
  .string("must be a text")
  .trim()
  .max(MAX_PATH_CHARACTERS, "is too long")
  .refine((path) => isAbsolute(path) && !path.includes("\0"), "must be an absolute path")
  .describe("Its path on the machine of the server, absolute.");

/** The name of a folder as the status has it: a path, or `server:` and the name of a music server. */
const knownFolder = z.string("must be a text").max(MAX_PATH_CHARACTERS, "is too long");

const messages = (members: string) =>
  objectMessages("is not known here", `must be a JSON object with ${members}`);

export const addedFolderShape = z.strictObject({ folder }, { error: messages('"folder"') });

export const folderChangeShape = z.strictObject(
  {
    folder: knownFolder.describe("The path of a folder of the library, as its status has it."),
    isPaused: z
      .boolean("must be true or false")
      .describe("Whether it is to be neither scanned nor analysed."),
  },
  { error: messages('"folder" and "isPaused"') },
);

/** The parameter of a removal. */
export const folderParameters = z.strictObject({
  folder: knownFolder
    .describe(
      "The path of a folder of the library, or of a directory whose files are away, as the status has it.",
    )
    .meta({ example: "/srv/music" }),
});

/** The routes that add, pause and remove folders of the library, for keys that manage the server. */
export function folderRoutes({ access, library, libraryWatch }: Services): Router {
  return routesFrom({
    "/library/folders": {
      post: async (request, response) => {
        access.requireScope(identityOf(response), "admin");
        const wish = shaped(await readJsonBody(request, response), addedFolderShape);
        const added = await library.addFolder(wish.folder);
        libraryWatch.requestSurvey();
        sendFolder(response, added);
      },
      patch: async (request, response) => {
        access.requireScope(identityOf(response), "admin");
        const wish = shaped(await readJsonBody(request, response), folderChangeShape);
        const changed = await library.pauseFolder(wish.folder, wish.isPaused);
        libraryWatch.requestSurvey();
        sendFolder(response, changed);
      },
      delete: async (request, response) => {
        access.requireScope(identityOf(response), "admin");
        const wish = parametersIn(request.url, folderParameters);
        sendFolder(response, await library.removeFolder(wish.folder));
      },
    },
  });
}

/** Sends a folder to somebody who manages the server, and may see paths. */
function sendFolder(response: Response, known: KnownFolder): void {
  forbidCaching(response);
  response.json({ success: true, data: toFolderJson(known, true) });
}
