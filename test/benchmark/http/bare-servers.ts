import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { ApolloServer } from "@apollo/server";
import { expressMiddleware } from "@as-integrations/express5";
import express from "express";

/**
 * The servers that Overtone is compared with: they send what it sends, and do nothing else. Prints
 * their URLs, that of Express first, when they listen.
 *
 * Arguments: the URL of Overtone, the `Authorization` header of a client, and keys of analysed tracks.
 */

const [overtoneUrl = "", authorization = "", ...trackKeys] = process.argv.slice(2);
const answers = new Map<string, string>();
for (const trackKey of trackKeys) {
  const path = `/api/audio/analysis/${trackKey}`;
  const response = await fetch(overtoneUrl + path, { headers: { authorization } });
  answers.set(trackKey, await response.text());
}
console.log(await listen(bareExpress()));
console.log(await listen(await bareApollo()));

/** One route that sends the bytes of Overtone's responses. */
function bareExpress(): RequestListener {
  const app = express();
  app.get("/api/audio/analysis/:trackKey", (request, response) => {
    response.type("application/json").send(answers.get(request.params.trackKey));
  });
  return app;
}

/** Overtone's schema, with resolvers that return constants. */
async function bareApollo(): Promise<RequestListener> {
  const tracks = new Map<string, unknown>();
  for (const [trackKey, answer] of answers) {
    const { data } = JSON.parse(answer) as { data: Record<string, unknown> };
    const analysis = { __typename: "TrackAnalysis", ...data };
    tracks.set(trackKey, { ...data, durationMs: data["duration_ms"], analysis });
  }
  const schema = new URL("../../../schema/schema.graphql", import.meta.url);
  const track = (_root: unknown, { trackKey }: { trackKey: string }): unknown =>
    tracks.get(trackKey);
  const apollo = new ApolloServer({
    typeDefs: await readFile(schema, "utf8"),
    resolvers: { Query: { track } },
  });
  await apollo.start();
  return express().use("/graphql", express.json(), expressMiddleware(apollo));
}

function listen(app: RequestListener): Promise<string> {
  const server = createServer(app);
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}
