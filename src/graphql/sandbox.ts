import { readFile } from "node:fs/promises";
import type { ApolloServerPlugin } from "@apollo/server";
import { ApolloServerPluginLandingPageLocalDefault } from "@apollo/server/plugin/landingPage/default";
import type { RequestHandler } from "express";
import { packageFile } from "../build/package-file.js";

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
  return ApolloServerPluginLandingPageLocalDefault({
    embed: {
      runTelemetry: false,
      initialState: {
        pollForSchemaUpdates: false,
        sharedHeaders: { Authorization: "Bearer API_KEY" },
      },
    },
    document,
    variables: { track: "Four on the Floor", artist: "Overtone" },
  });
}

/** Sets the content security policy of that page; other responses keep the strict one. */
export const relaxForSandbox: RequestHandler = (request, response, next) => {
  const types = ["application/json", "application/graphql-response+json", "text/html"];
  if (request.method === "GET" && request.accepts(types) === "text/html") {
    response.set("Content-Security-Policy", POLICY);
  }
  next();
};
