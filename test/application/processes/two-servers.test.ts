import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { AnalysisUpdatedDocument } from "../../generated/operations.js";
import {
  operationOf,
  resultsOverSocket,
  streamClient,
} from "../../graphql/subscription-clients.js";
import { RunningProcess, startServerProcess, stopProcesses } from "./running-process.js";

const waltz = trackKeyFrom("Overtone", "Slow Waltz");
const following = operationOf(AnalysisUpdatedDocument, { tracks: [{ key: waltz }] });
/** Follows a track that no test analyses. */
const waiting = operationOf(AnalysisUpdatedDocument, {
  tracks: [{ names: { artist: "Overtone", track: "Four on the Floor" } }],
});

describe("Two server processes on one database", () => {
  let folder: string;
  let environment: Record<string, string>;
  let servers: readonly Awaited<ReturnType<typeof startServerProcess>>[];
  let urls: readonly string[];
  let token = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-processes-"));
    environment = { DATA_DIR: folder, LOG_LEVEL: "warn" };
    servers = await Promise.all([startServerProcess(environment), startServerProcess(environment)]);
    urls = servers.map(({ url }) => url);
    token = servers.find((server) => server.token !== undefined)?.token ?? "";
  });
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("answer side by side", async () => {
    const headers = { Authorization: `Bearer ${token}` };

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        fetch(`${urls[i % 2]}/api/audio/search?track=Slow+Waltz`, { headers }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it("cannot listen at one address: the later one explains that it is already in use", async () => {
    const port = new URL(urls[0]!).port;

    const { exitCode, errors } = await new RunningProcess("dist/main.js", [], {
      ...environment,
      PORT: port,
    }).finished();

    expect(exitCode).toBe(1);
    expect(errors).toContain(`Port ${port} on 127.0.0.1 is already in use`);
  });

  it("send subscribers the analyses of each other", async () => {
    const [one = "", two = ""] = urls;
    const results = resultsOverSocket({ url: one, token }, following);
    const first = await results.next();

    await fetch(`${two}/api/audio/analysis/${waltz}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    let second = await results.next();
    // That it waits or runs is seen where it lasts until the next look at the database.
    while (JSON.stringify(second.value).includes("AnalysisPending")) second = await results.next();
    const end = await results.next();

    expect(first.value).toMatchObject({ data: { analysisUpdated: { state: "NOT_REQUESTED" } } });
    expect(second.value).toMatchObject({
      data: { analysisUpdated: { __typename: "TrackAnalysis", trackKey: waltz } },
    });
    expect(end.done).toBe(true);
  });

  it("close sockets with 1001 and end streams when they are asked to stop", async () => {
    const { process, url } = servers[0]!;
    const socket = new WebSocket(`${url.replace("http", "ws")}/graphql`, "graphql-transport-ws");
    await once(socket, "open");
    socket.send(`{"type":"connection_init","payload":{"apiKey":"${token}"}}`);
    await once(socket, "message");
    socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: waiting }));
    await once(socket, "message");
    // So many that Node would warn of a leak if each added a listener.
    const streams = Array.from({ length: 12 }, () => streamClient({ url, token }).iterate(waiting));
    await Promise.all(streams.map((stream) => stream.next()));
    const closed = once(socket, "close");
    const ended = Promise.allSettled(streams.map((stream) => stream.next()));

    const [stopped, ends] = await Promise.all([process.stop("SIGTERM"), ended]);

    expect(stopped).toMatchObject({ exitCode: 0, errors: "" });
    expect((await closed)[0]).toBe(1001);
    expect(ends.map(({ status }) => status)).toEqual(streams.map(() => "rejected"));
  });
});
