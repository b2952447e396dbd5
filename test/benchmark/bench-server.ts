import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApolloServer } from "@apollo/server";
import { expressMiddleware } from "@as-integrations/express5";
import express from "express";
import { configFrom } from "../../src/config/config.js";
import { openServer } from "../../src/server/server.js";
import { offline } from "../application/offline.js";
import type { Contestants } from "./http-bench.js";

/**
 * The process that `http-bench.ts` sends requests to: Overtone, with the demo library analysed, and
 * two bare servers. Ends when its parent disconnects.
 */

const folder = await mkdtemp(join(tmpdir(), "overtone-bench-"));
const environment = { ...offline, PORT: "0", DATA_DIR: folder, RATE_LIMIT_PER_SECOND: "1000000" };
const overtone = await openServer(configFrom(environment));
const { services, url } = overtone;

await services.library.scanAll({ signal: new AbortController().signal });
const { token } = await services.access.issue({ name: "bench", scopes: ["read"] });
const authorization = `Bearer ${token}`;
const trackKeys = await analysedKeys();
const bare = [await bareExpress(), await bareApollo()] as const;

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send!((user + system) / 1e6);
});
process.once("disconnect", () => void close());
process.send!({
  authorization,
  trackKeys,
  overtoneUrl: url,
  expressUrl: urlOf(bare[0]),
  apolloUrl: urlOf(bare[1]),
} satisfies Contestants);

async function close(): Promise<void> {
  for (const server of bare) server.close();
  await overtone.close();
  await rm(folder, { recursive: true });
}

/** Returns the keys of the tracks of the demo library, each analysed and stored. */
async function analysedKeys(): Promise<string[]> {
  const manifest = new URL("../../src/demo/library/manifest.json", import.meta.url);
  const pieces = JSON.parse(await readFile(manifest, "utf8")) as { trackKey: string }[];
  for (const { trackKey } of pieces) {
    const answer = await fetch(`${url}/api/audio/analysis/${trackKey}`, {
      headers: { authorization },
    });
    if (answer.status !== 200) throw new Error(`${trackKey}: ${answer.status}`);
  }
  return pieces.map(({ trackKey }) => trackKey);
}

async function answerOf(path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { authorization } });
  return response.text();
}

/** One route that sends the bytes of Overtone's responses. */
async function bareExpress(): Promise<Server> {
  const answers = new Map<string, string>();
  for (const trackKey of trackKeys) {
    answers.set(trackKey, await answerOf(`/api/audio/analysis/${trackKey}`));
  }
  const app = express();
  app.get("/api/audio/analysis/:trackKey", (request, response) => {
    response.type("application/json").send(answers.get(request.params.trackKey));
  });
  return listening(app);
}

/** Overtone's schema, with resolvers that return constants. */
async function bareApollo(): Promise<Server> {
  const tracks = new Map<string, unknown>();
  for (const trackKey of trackKeys) {
    const answer = JSON.parse(await answerOf(`/api/audio/analysis/${trackKey}`)) as {
      data: Record<string, unknown>;
    };
    const analysis = { __typename: "TrackAnalysis", ...answer.data };
    tracks.set(trackKey, { ...answer.data, durationMs: answer.data["duration_ms"], analysis });
  }
  const typeDefs = await readFile(new URL("../../schema/schema.graphql", import.meta.url), "utf8");
  const track = (_root: unknown, { trackKey }: { trackKey: string }): unknown =>
    tracks.get(trackKey);
  const apollo = new ApolloServer({ typeDefs, resolvers: { Query: { track } } });
  await apollo.start();
  const app = express();
  app.use("/graphql", express.json(), expressMiddleware(apollo));
  return listening(app);
}

function listening(app: RequestListener): Promise<Server> {
  const server = createServer(app);
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
