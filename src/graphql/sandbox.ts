import { readFile } from "node:fs/promises";
import type { ApolloServerPlugin, GraphQLServerListener } from "@apollo/server";
import { ApolloServerPluginLandingPageLocalDefault } from "@apollo/server/plugin/landingPage/default";
import type { RequestHandler } from "express";
import { packageFile } from "../build/package-file.js";
import { localsOf } from "../http/request-locals.js";
import { sessionTokenOf } from "../http/session/session-cookie.js";

const exampleUrl = packageFile("schema/operations/search-with-analyses.graphql");

const CDN = "https://embeddable-sandbox.cdn.apollographql.com";
const PAGE_CDN = "https://apollo-server-landing-page.cdn.apollographql.com";

/**
 * The content security policy of the page. The page adds one of its own that requires nonces for
 * scripts.
 */
const POLICY = [
  "default-src 'none'",
  `script-src 'unsafe-inline' ${CDN} ${PAGE_CDN}`,
  `style-src 'unsafe-inline' ${CDN} ${PAGE_CDN} https://fonts.googleapis.com`,
  "font-src https://fonts.gstatic.com",
  `img-src ${PAGE_CDN}`,
  `manifest-src ${PAGE_CDN}`,
  "frame-src https://sandbox.embed.apollographql.com",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Serves Apollo Sandbox to browsers, with an example operation. The page loads from Apollo's hosts.
 */
export async function openSandbox(): Promise<ApolloServerPlugin> {
  const document = await readFile(exampleUrl, "utf8");
  const sandbox = ApolloServerPluginLandingPageLocalDefault({
    embed: {
      runTelemetry: false,
      initialState: {
        pollForSchemaUpdates: false,
      },
    },
    // A reader adds a header with a key; the page is not shown to those who are signed in.
    includeCookies: false,
    document,
    variables: { track: "Four on the Floor", artist: "Overtone" },
  });
  return {
    ...sandbox,
    serverWillStart: async (server) => withNotice(await sandbox.serverWillStart?.(server)),
  };
}

/**
 * Lets the page say where there is no network, in place of Apollo's notice. A page that waits for a font from another
 * host, as Apollo's does, stays white until the browser gives up.
 */
function withNotice(listener: GraphQLServerListener | void): GraphQLServerListener {
  return {
    ...listener,
    async renderLandingPage() {
      const page = await listener?.renderLandingPage?.();
      const html = typeof page?.html === "function" ? await page.html() : (page?.html ?? "");
      return {
        html: html
          .replace(FONT_LINKS, "")
          .replace(OWN_NOTICE, NOTICE)
          .replace(...UNCOVERED),
      };
    },
  };
}

const FONT_LINKS = /<link(?=[^>]*(?:fonts\.googleapis|fonts\.gstatic))[^>]*>/g;
const OWN_NOTICE = /<div class="fallback">[^]*?<\/div>/;
/** Before the sandbox is in its element, that must not cover the notice, whose link could not be clicked. */
const UNCOVERED = [
  "#embeddableSandbox {",
  "#embeddableSandbox:empty { display: none; }\n$&",
] as const;
const NOTICE = `<div class="fallback">
  <h1>Apollo Sandbox</h1>
  <p>It loads from Apollo's hosts, and does not appear where this browser has no network.
  <a href="altair/">Altair</a> explores the same API, and loads from this server only.</p>
</div>`;

/**
 * Sets the content security policy of that page; other responses keep the strict one. With a slash at its end, the
 * page is redirected to its path without, so that its relative link is correct. A browser that has a session is sent to
 * Altair instead: scripts of another host could do all that the session may.
 */
export const relaxForSandbox: RequestHandler = (request, response, next) => {
  const types = ["application/json", "application/graphql-response+json", "text/html"];
  if (request.method === "GET" && request.accepts(types) === "text/html") {
    const { pathname, search } = new URL(request.originalUrl, "http://localhost");
    if (pathname.endsWith("/")) {
      const path = localsOf(response).prefix + pathname.replace(/\/+$/, "");
      response.status(302).location(`${path}${search}`).end();
      return;
    }
    if (sessionTokenOf(request, localsOf(response)) !== undefined) {
      response
        .status(302)
        .location(`${localsOf(response).prefix}/altair/`)
        .end();
      return;
    }
    response.set("Content-Security-Policy", POLICY);
  }
  next();
};
