import { readFileSync } from "node:fs";
import type { RequestHandler, Router } from "express";
import { packageFile } from "../../build/package-file.js";
import type { ClientViews } from "../../http/client-views.js";
import { routesFrom } from "../../http/route-table.js";
import { sendTagged } from "../tagged-response.js";

const DESCRIPTION = packageFile("schema/openapi.yaml");

/** The server in the description, relative to the URL from which the description was read. */
const SERVER = /^(servers:\n {2}- url: )\/$/m;

/**
 * The routes of the OpenAPI description, as YAML and as JSON. They need no key. The server that they
 * name is a path, which is right for every host by which a client reaches this one.
 */
export function descriptionRoutes({ prefix }: Pick<ClientViews, "prefix">): Router {
  const asYaml = readFileSync(DESCRIPTION, "utf8").replace(SERVER, `$1${prefix || "/"}`);
  let asJson: Promise<string> | undefined;
  const makeJson = async (): Promise<string> => {
    // Imported on demand, because the parser has seventy modules.
    const { parse } = await import("yaml");
    return JSON.stringify(parse(asYaml));
  };
  return routesFrom({
    // Their names say what they are.
    "/openapi.yaml": {
      produces: "any",
      get: documentHandler("application/yaml", () => asYaml),
    },
    "/openapi.json": {
      produces: "any",
      get: documentHandler("application/json", () => (asJson ??= makeJson())),
    },
  });
}

function documentHandler(mediaType: string, text: () => string | Promise<string>): RequestHandler {
  return async (request, response) => {
    response.set("Cache-Control", "public, no-cache");
    sendTagged(await text(), mediaType, request, response);
  };
}
