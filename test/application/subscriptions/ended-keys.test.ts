import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FormattedExecutionResult } from "graphql";
import { WebSocket } from "ws";
import { ManualClock } from "../../fakes/manual-clock.js";
import { AnalysisUpdatedDocument } from "../../generated/operations.js";
import { codesOf } from "../../graphql/graphql-client.js";
import {
  operationOf,
  resultsOverSocket,
  resultsOverStream,
} from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

/** No event ever occurs for this track. */
const following = operationOf(AnalysisUpdatedDocument, { tracks: [{ key: "0123456789abcdef" }] });

const HOUR_MILLISECONDS = 3_600_000;

type End = (servers: {
  readonly application: ApplicationUnderTest;
  readonly other: ApplicationUnderTest;
  readonly clock: ManualClock;
  readonly token: string;
}) => Promise<void> | void;

const transports = [
  ["a WebSocket", resultsOverSocket],
  ["server-sent events", resultsOverStream],
] as const;

const ends: readonly (readonly [string, End])[] = [
  ["is revoked", ({ application, token }) => application.services.access.revoke(token)],
  ["is revoked elsewhere", ({ other, token }) => other.services.access.revoke(token)],
  ["expires", ({ clock }) => clock.advance(HOUR_MILLISECONDS / 2)],
];

const cases = transports.flatMap(([transport, ask]) =>
  ends.map(([what, end]) => [transport, what, ask, end] as const),
);

describe("A socket without operations", () => {
  it("is closed soon after its key is revoked", async () => {
    const clock = new ManualClock();
    const application = await openApplicationUnderTest({ clock });
    const { access } = application.services;
    const { token } = await access.issue({ name: "short-lived", scopes: ["read"] });
    const address = `${application.url.replace("http", "ws")}/graphql`;
    const socket = new WebSocket(address, "graphql-transport-ws");
    await once(socket, "open");
    const payload = { Authorization: `Bearer ${token}` };
    socket.send(JSON.stringify({ type: "connection_init", payload }));
    await once(socket, "message");

    const closed = once(socket, "close");
    await access.revoke(token);
    await waitUntil(() => clock.sleeperCountOf(2_000) > 0);
    clock.advance(2_000);
    const [code] = (await closed) as [number];
    await application.close();

    expect(code).toBe(4403);
  });
});

describe("A subscription that waits for an event", () => {
  let folder: string;
  let clock: ManualClock;
  let application: ApplicationUnderTest;
  let other: ApplicationUnderTest;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-keys-"));
    clock = new ManualClock();
    const environment = { DATABASE_URL: `sqlite:${join(folder, "overtone.db")}` };
    application = await openApplicationUnderTest({ clock }, environment);
    other = await openApplicationUnderTest({}, environment);
  });
  afterEach(async () => {
    await Promise.all([application.close(), other.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it.each(cases)("ends over %s when its key %s", async (_transport, _what, ask, end) => {
    const { access, updates } = application.services;
    const { token } = await access.issue({
      name: "short-lived",
      scopes: ["read"],
      lifetimeMilliseconds: HOUR_MILLISECONDS / 2,
    });
    const results = ask({ url: application.url, token }, following);
    await results.next();

    await end({ application, other, clock, token });
    clock.advance(2_000);
    const rest: FormattedExecutionResult[] = [];
    for await (const result of results) rest.push(result);

    expect(rest.map((result) => codesOf({ errors: result.errors }))).toEqual([["UNAUTHENTICATED"]]);
    expect(updates.watchCount).toBe(0);
  });

  it("continues while its key is valid", async () => {
    const results = resultsOverStream(application, following);
    await results.next();

    clock.advance(2_000);
    await waitUntil(() => clock.sleeperCountOf(2_000) > 0);

    expect(application.services.updates.watchCount).toBe(1);
    await results.return();
  });
});
