import { readFileSync } from "node:fs";
import type { RequestHandler, Router } from "express";
import { packageFile } from "../../build/package-file.js";
import { entityTagOf } from "../../http/entity-tag.js";
import type { ClientViews } from "../../http/client-views.js";
import { routesFrom } from "../../http/route-table.js";
import { sendTagged } from "../tagged-response.js";

/** The description in both formats, and where each names the server, relative to the URL from which it was read. */
const YAML = {
  file: packageFile("schema/openapi.yaml"),
  mediaType: "application/yaml",
  server: /^(servers:\n {2}- url: )\/($)/m,
} as const;
const JSON_FORMAT = {
  file: packageFile("dist/openapi.json"),
  mediaType: "application/json",
  server: /^(.*?"servers":\[\{"url":")\/(")/,
} as const;

/**
 * The routes of the OpenAPI description, as YAML and as JSON. They need no key. The server that they
 * name is a path, which is right for every host by which a client reaches this one.
 */
export function descriptionRoutes({ prefix }: Pick<ClientViews, "prefix">): Router {
  return routesFrom({
    // Their names say what they are.
    "/openapi.yaml": { produces: "any", get: documentHandler(YAML, prefix) },
    "/openapi.json": { produces: "any", get: documentHandler(JSON_FORMAT, prefix) },
  });
}

/**
 * Sends a document, which is read when it is first asked for. Its bytes are always the same object, so that they are
 * compressed only once.
 */
function documentHandler(format: typeof YAML | typeof JSON_FORMAT, prefix: string): RequestHandler {
  let document: ReturnType<typeof readDocument> | undefined;
  return (request, response) => {
    const { body, entityTag } = (document ??= readDocument(format, prefix));
    response.set("Cache-Control", "public, no-cache");
    sendTagged(body, `${format.mediaType}; charset=utf-8`, request, response, entityTag);
  };
}

function readDocument(
  { file, server }: typeof YAML | typeof JSON_FORMAT,
  prefix: string,
): { readonly body: Buffer; readonly entityTag: string } {
  const text = readFileSync(file, "utf8").replace(server, `$1${prefix || "/"}$2`);
  const body = Buffer.from(text);
  return { body, entityTag: entityTagOf(body) };
}
