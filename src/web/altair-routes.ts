import { readFileSync } from "node:fs";
import {
  getDistDirectory,
  isSandboxFrame,
  renderAltair,
  renderInitialOptions,
  SANDBOX_FRAME_CSP,
  type RenderOptions,
} from "altair-static";
import express, { Router, type Response } from "express";
import { packageFile } from "../build/package-file.js";
import type { ClientViews } from "../http/client-views.js";
import { localsOf } from "../http/request-locals.js";
import { exampleOperations, type ExampleOperation } from "./example-operations.js";
import { pagePolicy } from "./page-policy.js";
import { redirectToFolder } from "./redirect-to-folder.js";

const exampleUrl = packageFile("schema/operations/search-with-analyses.graphql");

/** The file with the options of the page, so that it needs no inline script. */
const OPTIONS_FILE = "initial_options.js";

/** Altair asks for a donation after fifty requests, which no option turns off. */
const HIDDEN =
  'nz-alert:has([track-id="donate"]), .ant-alert:has([track-id="donate"]) { display: none }';

/**
 * The routes of Altair at `/altair` and its files: a GraphQL explorer that loads from this server
 * only.
 */
export function altairRoutes({ prefix }: Pick<ClientViews, "prefix">): Router {
  let example: ShownExample | undefined;
  const page = renderAltair({
    baseURL: `${prefix}/altair/`,
    serveInitialOptionsInSeperateRequest: OPTIONS_FILE,
  }).replace("</head>", `<style>${HIDDEN}</style></head>`);
  return Router()
    .get("/altair", redirectToFolder, (_request, response) => {
      response.set("Content-Security-Policy", policyFor(socketUrlOf(response)));
      response.set("Cache-Control", "no-cache").type("html").send(page);
    })
    .get(`/altair/${OPTIONS_FILE}`, (_request, response) => {
      response.set("Cache-Control", "no-cache").type("js");
      // Read on the first request, not at the start.
      example ??= shownExample();
      response.send(renderInitialOptions(optionsFor(response, example)));
    })
    .use(
      "/altair",
      express.static(getDistDirectory(), {
        index: false,
        setHeaders: (response, path) => {
          if (isSandboxFrame(path))
            response.setHeader("Content-Security-Policy", SANDBOX_FRAME_CSP);
        },
      }),
    );
}

/** The operation that the page shows first. */
interface ShownExample {
  readonly query: string;
  readonly variables: ExampleOperation["variables"];
}

function shownExample(): ShownExample {
  const example = exampleOperations().find(({ name }) => name === "SearchWithAnalyses");
  return { query: readFileSync(exampleUrl, "utf8"), variables: example?.variables ?? {} };
}

function optionsFor(response: Response, { query, variables }: ShownExample): RenderOptions {
  return {
    endpointURL: `${localsOf(response).baseUrl}/graphql`,
    subscriptionsEndpoint: socketUrlOf(response),
    // Files are sent as forms, which a browser also sends for other sites; those cannot add this header.
    initialHeaders: { "Apollo-Require-Preflight": "true" },
    initialSubscriptionRequestHandlerId: "graphql-ws",
    initialName: "Overtone",
    initialQuery: query,
    initialVariables: JSON.stringify(variables, null, 2),
    disableAccount: true,
    initialSettings: {
      "alert.disableUpdateNotification": true,
      "banners.disable": true,
      disablePushNotification: true,
    },
  };
}

/** Returns the policy of the page, which uses style attributes, workers and frames of its own. */
const policyFor = (socketUrl: string): string =>
  pagePolicy({
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "connect-src": `'self' ${socketUrl}`,
    "worker-src": "'self' blob:",
    "frame-src": "'self'",
    "base-uri": "'self'",
  });

const socketUrlOf = (response: Response): string =>
  `${localsOf(response).baseUrl.replace(/^http/, "ws")}/graphql`;
