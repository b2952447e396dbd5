import { noTracer } from "../../../src/adapters/tracing/open-tracer.js";
import { readFileSync } from "node:fs";
import type { RequestHandler } from "express";
import { Validator } from "@seriousme/openapi-schema-validator";
import { errorCodes } from "../../../src/domain/errors/error-code.js";
import { configFrom } from "../../../src/config/config.js";
import { ClientViews } from "../../../src/http/client-views.js";
import { createHttpApp } from "../../../src/server/app.js";
import { InterfaceDescription } from "../../rest/description/interface-description.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { ANALYSIS_VERSION } from "../../../src/dsp/index.js";

const written = readFileSync(new URL("../../../schema/openapi.yaml", import.meta.url), "utf8");
const description = new InterfaceDescription(written);

describe("The description of the REST interface", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest();
  });
  afterAll(() => application.close());

  it("is an OpenAPI 3.1 document", async () => {
    const validator = new Validator();

    const result = await validator.validate(written);

    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("is served as written and as JSON, with a tag for clients that cache it", async () => {
    const asYaml = await fetch(`${application.url}/openapi.yaml`);
    const asJson = await fetch(`${application.url}/openapi.json`);
    const headers = { "if-none-match": asJson.headers.get("etag") ?? "" };
    const again = await fetch(`${application.url}/openapi.json`, { headers });

    expect(asYaml.headers.get("content-type")).toMatch(/^application\/yaml/);
    expect(await asYaml.text()).toBe(written);
    expect(asJson.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await asJson.json()).toEqual(description.document.root);
    expect(again.status).toBe(304);
  });

  it("describes every path that exists, but those listed with their reason, and no other", () => {
    const { services, logger } = application;
    const graphql: RequestHandler = (_request, _response, next) => next();
    const pages = { hasExplorer: true, hasDocs: true };
    const views = new ClientViews(configFrom({}).http);
    const handlers = {
      graphql,
      graphqlStream: graphql,
      tools: graphql,
      tracer: noTracer,
      version: "0",
    };
    const app = createHttpApp({ services, logger, views, pages, ...handlers });
    const described = description.operations.map(({ template }) => template);

    const paths = pathsOf(app.router);

    const expected = [...described, ...Object.keys(notDescribed)];
    expect([...new Set(paths)].sort()).toEqual([...new Set(expected)].sort());
  });

  it("has a unique id for each operation", () => {
    const ids = description.operations.map(({ id }) => id);

    expect(ids).toEqual([...new Set(ids)]);
  });

  it("lists every error code", () => {
    const codes = description.document.at("/components/schemas/ErrorCode/enum") as string[];

    expect([...codes].sort()).toEqual([...errorCodes, "INTERNAL"].sort());
  });

  it("has no reference to a missing part", () => {
    const pointers = [...written.matchAll(/\$ref: "#([^"]+)"/g)].map(([, pointer]) => pointer!);

    expect(pointers.length).toBeGreaterThan(50);
    for (const pointer of pointers) expect(description.document.at(pointer)).toBeDefined();
  });

  it("has no shared part without a reference to it", () => {
    const shared = ["parameters", "headers", "responses", "schemas"].flatMap((kind) =>
      description.document
        .entriesAt(`/components/${kind}`)
        .map(([name]) => `#/components/${kind}/${name}`),
    );

    expect(shared.filter((pointer) => !written.includes(`"${pointer}"`))).toEqual([]);
  });

  it("has examples that are valid under its schemas", () => {
    const examples = description.examples();

    expect(examples.length).toBeGreaterThan(20);
    for (const { pointer, schema, value } of examples) {
      const problems =
        typeof value === "string"
          ? description.schemas.mismatchesOfText(value, schema)
          : description.schemas.mismatches(value, schema);
      expect([pointer, problems]).toEqual([pointer, []]);
    }
  });

  it("has examples of the current analysis version, in bodies and in entity tags", () => {
    const examples = JSON.stringify(description.examples().map(({ value }) => value));

    const inBodies = [...examples.matchAll(/"analysisVersion":(\d+)/g)];
    const inTags = [...examples.matchAll(/"[0-9a-f]{16}-v(\d+)/g)];

    const versions = [...inBodies, ...inTags].map(([, version]) => Number(version));
    expect([inBodies.length, inTags.length]).toEqual([3, 3]);
    expect(new Set(versions)).toEqual(new Set([ANALYSIS_VERSION]));
  });
});

/** Paths that are not described, with the reason. */
const notDescribed: Readonly<Record<string, string>> = {
  "": "the page, for people",
  "/assets": "files of the page, which its script names",
  "/docs": "a page, for people",
  "/guide": "pages, for people",
  "/altair": "a page, for people",
  "/altair/initial_options.js": "a file of that page",
  "/mcp": "JSON-RPC, whose methods and tools the protocol itself describes",
};

/** The part of a layer of a router's stack that is read here. */
interface Layer {
  readonly rawPath?: string | readonly string[];
  readonly route?: { readonly path: string };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/**
 * Returns the template of every route of a router, and the path of every handler that is mounted
 * where no route is below: one above routes only prepares their requests.
 */
function pathsOf(router: { readonly stack?: unknown }): readonly string[] {
  const { routes, mounts } = placesOf(router, "");
  const leads = (mount: string): boolean => routes.some((path) => path.startsWith(`${mount}/`));
  return [...routes, ...mounts.filter((mount) => mount !== "" && !leads(mount))];
}

function placesOf(router: { readonly stack?: unknown }, prefix: string) {
  const found: { routes: string[]; mounts: string[] } = { routes: [], mounts: [] };
  for (const { route, rawPath = "/", handle } of (router.stack ?? []) as readonly Layer[]) {
    if (route) {
      const path = `${prefix}${route.path}`.replace(/:(\w+)/g, "{$1}");
      found.routes.push(path.replace(/\/$/, ""));
      continue;
    }
    for (const path of [rawPath].flat()) {
      const mount = `${prefix}${path}`.replace(/\/$/, "");
      const { routes, mounts } = placesOf(handle, mount);
      found.routes.push(...routes);
      found.mounts.push(...(handle.stack ? mounts : [mount]));
    }
  }
  return found;
}
