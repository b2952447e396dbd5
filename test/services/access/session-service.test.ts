import { NodeRandomSource } from "../../../src/adapters/runtime/node-random-source.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlSessionStore } from "../../../src/adapters/storage/sessions/sql-session-store.js";
import type { Scope } from "../../../src/domain/api-key.js";
import type { SessionScope } from "../../../src/domain/browser-session.js";
import { ForbiddenError, LinkSpentError } from "../../../src/domain/errors/access-errors.js";
import { AccessService } from "../../../src/services/access/access-service.js";
import { SessionService } from "../../../src/services/access/session-service.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const HOUR = 3_600_000;

describe("Sessions of browsers", () => {
  let database: Database;
  let clock: ManualClock;
  let access: AccessService;
  let sessions: SessionService;
  let isDemo: boolean;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    clock = new ManualClock();
    isDemo = true;
    const random = new NodeRandomSource();
    const allowance = { isAllowed: true, limit: 1, remaining: 1, resetSeconds: 1 };
    const limiter = { take: () => Promise.resolve(allowance) };
    const keys = new SqlApiKeyStore({ database, clock });
    access = new AccessService({ keys, clock, random, limiter });
    sessions = new SessionService({
      ...{ access, clock, random, sessions: new SqlSessionStore({ database, clock }) },
      isOpenOnLoopback: () => Promise.resolve(isDemo),
    });
  });
  afterEach(() => database.close());

  const issue = (scopes: readonly Scope[], lifetimeMilliseconds?: number) =>
    access.issue({ name: "laptop", scopes, lifetimeMilliseconds });

  const open = async (token: string, scopes: readonly SessionScope[]) =>
    sessions.openByKey(await access.identify(`Bearer ${token}`), scopes);

  it("end with their key where that is sooner", async () => {
    const { apiKey, token } = await issue(["read"], HOUR);

    const { session } = await open(token, ["read"]);

    expect(session.expiresAt).toBe(apiKey.expiresAt);
  });

  it("have no scope that their key does not have", async () => {
    const { token } = await issue(["read"]);

    await expect(open(token, ["read", "write"])).rejects.toThrow(ForbiddenError);
  });

  it("may manage the server only where their key may, and they asked for that", async () => {
    const { token } = await issue(["read", "admin"]);
    const reader = await issue(["read"]);

    const asked = await open(token, ["read", "admin"]);
    const plain = await open(token, ["read"]);

    const identities = [await sessions.identify(asked.token), await sessions.identify(plain.token)];
    expect(identities.map((identity) => access.hasScope(identity, "admin"))).toEqual([true, false]);
    await expect(open(reader.token, ["read", "admin"])).rejects.toThrow(ForbiddenError);
  });

  it("never have the scope of workers", async () => {
    const { token } = await issue(["read", "write", "work"]);

    const opened = await open(token, ["read", "write"]);
    const identity = await sessions.identify(opened.token);

    expect(identity).toMatchObject({ apiKey: { scopes: ["read", "write"] } });
    expect(() => access.requireScope(identity, "work")).toThrow(/This session lacks the scope/);
  });

  it("are listed while they and their keys can be used", async () => {
    const [kept, revoked] = [await issue(["read"]), await issue(["read"])];
    const first = await open(kept.token, ["read"]);
    await open(revoked.token, ["read"]);
    const ended = await open(kept.token, ["read"]);
    await access.revoke(revoked.token);
    await sessions.revoke(ended.session.lookup);

    const listed = await sessions.list();

    expect(listed).toEqual([first.session]);
  });

  it("are not ended by another secret", async () => {
    const { session, token } = await open((await issue(["read"])).token, ["read"]);
    await sessions.close(token.replace(/.$/, (last) => (last === "0" ? "1" : "0")));

    const before = await sessions.list();
    await sessions.close(token);

    expect([before, await sessions.list()]).toEqual([[session], []]);
  });

  it("say which session to revoke is unknown", async () => {
    await expect(sessions.revoke("ffffffff")).rejects.toThrow(/sessions list/);
  });

  it("are linked to the oldest valid key that has the scopes", async () => {
    const [writing, old] = [await issue(["write"]), await issue(["read"])];
    clock.advance(1);
    const newer = await issue(["read", "write"]);
    await access.revoke(old.token);

    const link = (await sessions.issueLink(["read"]))!;
    const { session } = await sessions.openByLink(link);
    const chosen = await sessions.issueLink(["read"], writing.apiKey.lookup);

    expect(session.keyLookup).toBe(newer.apiKey.lookup);
    expect(chosen).toBeUndefined();
  });

  it("are not opened by a link whose key was revoked", async () => {
    const { token } = await issue(["read"]);
    const link = (await sessions.issueLink(["read"]))!;
    await access.revoke(token);

    await expect(sessions.openByLink(link)).rejects.toThrow(LinkSpentError);
    expect(await sessions.isOpenOnLoopback()).toBe(false);
  });

  it("last for a day where they needed no key", async () => {
    await issue(["read", "write"]);

    const { session } = await sessions.openOnLoopback();

    expect(session).toMatchObject({ scopes: ["read"], expiresAt: clock.now() + 24 * HOUR });
  });

  it("end with the demonstration where they needed no key, also over a start", async () => {
    const { token: key } = await issue(["read"]);
    const kept = await open(key, ["read"]);
    const { session, token } = await sessions.openOnLoopback();
    const before = await sessions.identify(token);

    isDemo = false;
    const after = await sessions.identify(token);

    expect(before).toMatchObject({ session: { lookup: session.lookup } });
    expect(after).toMatchObject({ refusal: { code: "UNAUTHENTICATED" } });
    expect(await sessions.list()).toEqual([kept.session]);
  });
});
