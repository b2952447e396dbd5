import { NodeRandomSource } from "../../../src/adapters/runtime/node-random-source.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { RateLimitedError } from "../../../src/domain/errors/access-errors.js";
import { AccessService, type Identity } from "../../../src/services/access/access-service.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const HOUR = 3_600_000;

const refusalOf = (identity: Identity): string | undefined =>
  "refusal" in identity ? identity.refusal.message : undefined;

describe("An API key", () => {
  let database: Database;
  let clock: ManualClock;
  let isAllowed: boolean;
  let access: AccessService;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    clock = new ManualClock();
    isAllowed = true;
    const limiter = {
      take: () => Promise.resolve({ isAllowed, limit: 1, remaining: 0, resetSeconds: 30 }),
    };
    access = new AccessService({
      keys: new SqlApiKeyStore({ database }),
      clock,
      random: new NodeRandomSource(),
      limiter,
      anonymousLimiter: limiter,
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

  it("is created at the first start, and never again", async () => {
    const first = await access.issueFirst();
    await access.revoke(first?.apiKey.lookup ?? "");

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
