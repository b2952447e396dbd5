import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FormattedExecutionResult } from "graphql";
import { ManualClock } from "../../fakes/manual-clock.js";
import { AnalysisUpdatedDocument } from "../../generated/operations.js";
import { codesOf } from "../../graphql/graphql-client.js";
import {
  operationOf,
  resultsOverSocket,
  resultsOverStream,
} from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { BrowserRequests } from "./browser-requests.js";

/** No event ever occurs for this track. */
const following = operationOf(AnalysisUpdatedDocument, { tracks: [{ key: "0123456789abcdef" }] });

const transports = [
  ["a WebSocket", resultsOverSocket],
  ["server-sent events", resultsOverStream],
] as const;

type End = (key: string, session: string) => Promise<void>;

describe("A subscription of a browser that is signed in", () => {
  let folder: string;
  let clock: ManualClock;
  let application: ApplicationUnderTest;
  let other: ApplicationUnderTest;
  let browser: BrowserRequests;
  let key: string;
  let session: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-sessions-"));
    clock = new ManualClock();
    const environment = { DATABASE_URL: `sqlite:${join(folder, "overtone.db")}` };
    application = await openApplicationUnderTest({ clock }, environment);
    other = await openApplicationUnderTest({}, environment);
    const { access } = application.services;
    key = (await access.issue({ name: "browser", scopes: ["read"] })).token;
    browser = new BrowserRequests(application.url);
    const opened = await browser.signIn({}, key);
    session = ((await opened.json()) as { data: { id: string } }).data.id;
  });
  afterEach(async () => {
    await Promise.all([application.close(), other.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const ends: readonly (readonly [string, End])[] = [
    ["it signs out", async () => void (await browser.send("/api/session", { method: "DELETE" }))],
    ["its session is revoked at another server", (_key, id) => other.services.sessions.revoke(id)],
    ["its key is revoked at another server", (token) => other.services.access.revoke(token)],
  ];
  const cases = transports.flatMap(([transport, ask]) =>
    ends.map(([what, end]) => [transport, what, ask, end] as const),
  );

  it.each(cases)("ends over %s when %s", async (_transport, _what, ask, end) => {
    const { url } = application;
    const results = ask({ url, headers: { cookie: browser.cookie, origin: url } }, following);
    const first = await results.next();

    await end(key, session);
    clock.advance(2_000);
    const rest: FormattedExecutionResult[] = [];
    for await (const result of results) rest.push(result);

    expect(first.value).toMatchObject({ data: {} });
    expect(rest.map(({ errors }) => codesOf({ errors }))).toEqual([["UNAUTHENTICATED"]]);
    expect(application.services.updates.watchCount).toBe(0);
  });

  it("is refused to a page of another port", async () => {
    const origin = "http://127.0.0.1:8080";
    const headers = { cookie: browser.cookie, origin };
    const json = { query: following.query, variables: following.variables };

    const { value } = await resultsOverSocket({ url: application.url, headers }, following).next();
    const stream = await new BrowserRequests(application.url, origin).send("/graphql/stream", {
      ...{ method: "POST", headers, json },
    });

    expect(codesOf({ errors: value?.errors })).toEqual(["UNAUTHENTICATED"]);
    expect(stream.status).toBe(401);
  });
});
