import { NodeRandomSource } from "../../../src/adapters/runtime/node-random-source.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import {
  ForbiddenError,
  RateLimitedError,
  UnauthenticatedError,
} from "../../../src/domain/errors/access-errors.js";
import { AccessService, type Identity } from "../../../src/services/access/access-service.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const HOUR = 3_600_000;

const refusalOf = (identity: Identity): string | undefined =>
  "refusal" in identity ? identity.refusal.message : undefined;

describe("An API key", () => {
  let database: Database;
  let clock: ManualClock;
  let isAllowed: boolean;
  let limitError: Error | undefined;
  let access: AccessService;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    clock = new ManualClock();
    isAllowed = true;
    limitError = undefined;
    const allowance = () => ({ isAllowed, limit: 1, remaining: 0, resetSeconds: 30 });
    const limiter = {
      take: () => (limitError ? Promise.reject(limitError) : Promise.resolve(allowance())),
    };
    access = new AccessService({
      keys: new SqlApiKeyStore({ database }),
      clock,
      random: new NodeRandomSource(),
      limiter,
    });
  });

  afterEach(() => database.close());

  it("is accepted until the moment at which it expires", async () => {
    const options = { name: "one", scopes: ["read"] as const, lifetimeMilliseconds: HOUR };
    const { apiKey, token } = await access.issue(options);

    clock.advance(HOUR - 1);
    const before = await access.identify(`Bearer ${token}`);
    const wasGood = await access.isGood(apiKey.lookup);
    clock.advance(1);
    const after = await access.identify(`Bearer ${token}`);

    expect([before, wasGood]).toMatchObject([{ apiKey: { name: "one" } }, true]);
    expect(refusalOf(after)).toContain("This API key has expired.");
    expect(await access.isGood(apiKey.lookup)).toBe(false);
  });

  it("is refused, and no longer good, as soon as it is revoked by its token", async () => {
    const { apiKey, token } = await access.issue({ name: "one", scopes: ["read"] });

    await access.revoke(token);

    expect(await access.isGood(apiKey.lookup)).toBe(false);
    expect(refusalOf(await access.identify(`Bearer ${token}`))).toContain(
      "This API key was revoked.",
    );
  });

  it("is unknown where only its public part is right", async () => {
    const [one, other] = await Promise.all(
      ["one", "other"].map((name) => access.issue({ name, scopes: ["read"] })),
    );
    const mixed = `${one?.token.slice(0, -48)}${other?.token.slice(-48)}`;

    expect(refusalOf(await access.identify(`Bearer ${mixed}`))).toContain(
      "This API key is unknown.",
    );
  });

  it("that exceeded its rate limit may only do what starts no new work", async () => {
    const { token } = await access.issue({ name: "one", scopes: ["read"] });
    isAllowed = false;

    const identity = await access.identify(`Bearer ${token}`);

    expect(() => access.requireScope(identity, "read")).toThrow(RateLimitedError);
    expect(access.requireScope(identity, "read", true).name).toBe("one");
  });

  it("is not counted, and not limited, where the caller says so", async () => {
    const { token } = await access.issue({ name: "one", scopes: ["work"] });
    isAllowed = false;

    const identity = await access.identify(`Bearer ${token}`, { isCounted: false });

    expect(identity).not.toHaveProperty("allowance");
    expect(access.requireScope(identity, "work").name).toBe("one");
    expect(() => access.requireRate(identity)).not.toThrow();
  });

  it.each([
    ["Bearer $", true],
    ["bearer   $  ", true],
    ["BEARER $", true],
    ["$", false],
    ["Basic $", false],
    ["Bearer $ $", false],
    ["Bearer $x", false],
    ["x Bearer $", false],
  ])("is %s in the header where it is accepted: %p", async (header, isAccepted) => {
    const { token } = await access.issue({ name: "one", scopes: ["read"] });

    const identity = await access.identify(header.replaceAll("$", token));

    expect("apiKey" in identity).toBe(isAccepted);
    if (!isAccepted) expect(refusalOf(identity)).toContain("This API key is unknown.");
  });

  it.each([undefined, "", "  ", "Bearer", "bearer ", "Bearer   "])(
    "is required, as the refusal of the header %j says",
    async (header) => {
      expect(refusalOf(await access.identify(header))).toContain("An API key is required.");
    },
  );

  it("is unknown, and not good, where it was never issued", async () => {
    const token = `ot_live_0a1b2c3d_${"0".repeat(48)}`;

    expect(refusalOf(await access.identify(`Bearer ${token}`))).toContain(
      "This API key is unknown.",
    );
    expect(await access.isGood("0a1b2c3d")).toBe(false);
  });

  it("has only the scopes that it was issued with", async () => {
    const { token } = await access.issue({ name: "one", scopes: ["read"] });
    const identity = await access.identify(`Bearer ${token}`);
    const anonymous = await access.identify(undefined);

    expect(access.requireScope(identity, "read").name).toBe("one");
    expect(() => access.requireScope(identity, "write")).toThrow(ForbiddenError);
    expect(() => access.requireScope(anonymous, "read")).toThrow(UnauthenticatedError);
  });

  it("is not refused for a failure of the database, which is an error", async () => {
    const { token } = await access.issue({ name: "one", scopes: ["read"] });
    const failure = new Error("The disk is gone.");
    limitError = failure;

    await expect(access.identify(`Bearer ${token}`)).rejects.toBe(failure);
  });

  it("limits the requests that need none by its own rate, and others by what their address was told", async () => {
    const { token } = await access.issue({ name: "one", scopes: ["read"] });
    const identity = await access.identify(`Bearer ${token}`);
    const anonymous = await access.identify(undefined);
    isAllowed = false;
    const late = await access.identify(`Bearer ${token}`);
    const limited: Identity = { refusal: new RateLimitedError(1, "address") };

    expect(() => access.requireRate(identity)).not.toThrow();
    expect(() => access.requireRate(anonymous)).not.toThrow();
    expect(() => access.requireRate(late)).toThrow("API key");
    expect(() => access.requireRate(limited)).toThrow("address");
  });

  it("is valid without a limit where none is given", async () => {
    const { apiKey, token } = await access.issue({ name: "one", scopes: ["read"] });

    clock.advance(100 * 365 * 24 * HOUR);

    expect(apiKey.expiresAt).toBeNull();
    expect(await access.identify(`Bearer ${token}`)).toMatchObject({ apiKey: { name: "one" } });
  });

  it("ends what watches it when it is revoked", async () => {
    const { apiKey } = await access.issue({ name: "one", scopes: ["read"] });
    let endCount = 0;
    const leave = access.watch(apiKey.lookup, () => endCount++);
    const look = async (): Promise<void> => {
      clock.advance(2_000);
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    };

    await look();
    const before = endCount;
    await access.revoke(apiKey.lookup);
    await look();
    leave();
    await look();

    expect([before, endCount, clock.sleeperCount]).toEqual([0, 1, 0]);
  });

  it("cannot be revoked where it does not exist", async () => {
    await expect(access.revoke("0a1b2c3d")).rejects.toMatchObject({ facts: { parameter: "key" } });
  });

  it("is created at the first start, and never again", async () => {
    const first = await access.issueFirst();
    await access.revoke(first?.apiKey.lookup ?? "");

    expect(first?.apiKey.scopes).toEqual(["read", "write", "admin"]);
    expect(await access.issueFirst()).toBeUndefined();
    expect(await access.list()).toHaveLength(1);
  });

  it.each([1, 100])("may have a name of %p characters, not counting space around it", async (n) => {
    const { apiKey } = await access.issue({ name: ` ${"a".repeat(n)} `, scopes: ["read"] });

    expect(apiKey.name).toHaveLength(n);
  });

  it.each([0, 101])("may not have a name of %p characters", async (n) => {
    const issuing = access.issue({ name: "a".repeat(n), scopes: ["read"] });

    await expect(issuing).rejects.toThrow("must have 1 to 100 characters");
  });
});
