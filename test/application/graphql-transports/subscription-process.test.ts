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
import { startServerProcess, stopProcesses } from "../processes/running-process.js";

const waltz = trackKeyFrom("Overtone", "Slow Waltz");
const following = operationOf(AnalysisUpdatedDocument, { trackKeys: [waltz] });

describe("A server process with subscriptions", () => {
  let folder: string;
  let environment: Record<string, string>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-followed-"));
    environment = { DATA_DIR: folder, LOG_LEVEL: "warn" };
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("sends analyses of another process on the same database", async () => {
    const one = await startServerProcess(environment);
    const two = await startServerProcess(environment);
    const token = one.token ?? "";
    const results = resultsOverSocket({ url: one.url, token }, following);
    const first = await results.next();

    await fetch(`${two.url}/api/audio/analysis/${waltz}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const second = await results.next();
    const end = await results.next();

    expect(first.value).toMatchObject({ data: { analysisUpdated: { state: "NOT_REQUESTED" } } });
    expect(second.value).toMatchObject({
      data: { analysisUpdated: { __typename: "TrackAnalysis", trackKey: waltz } },
    });
    expect(end.done).toBe(true);
  });

  it("closes sockets with 1001 and ends streams when it is asked to stop", async () => {
    const { process, url, token = "" } = await startServerProcess(environment);
    const socket = new WebSocket(`${url.replace("http", "ws")}/graphql`, "graphql-transport-ws");
    await once(socket, "open");
    socket.send(`{"type":"connection_init","payload":{"apiKey":"${token}"}}`);
    await once(socket, "message");
    socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: following }));
    await once(socket, "message");
    // So many that Node would warn of a leak if each added a listener.
    const streams = Array.from({ length: 12 }, () =>
      streamClient({ url, token }).iterate(following),
    );
    await Promise.all(streams.map((stream) => stream.next()));
    const closed = once(socket, "close");
    const ended = Promise.allSettled(streams.map((stream) => stream.next()));

    const [stopped, ends] = await Promise.all([process.stop("SIGTERM"), ended]);

    expect(stopped).toMatchObject({ exitCode: 0, errors: "" });
    expect((await closed)[0]).toBe(1001);
    expect(ends.map(({ status }) => status)).toEqual(streams.map(() => "rejected"));
  });
});
