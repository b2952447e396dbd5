import { sql } from "kysely";
import { BriefStatements } from "../../../src/adapters/limits/brief-statements.js";
import { MemoryRateLimiter } from "../../../src/adapters/limits/limits-on.js";
import {
  SqlRateLimiter,
  type SqlRateLimiterNeeds,
} from "../../../src/adapters/limits/sql-rate-limiter.js";
import type { Database } from "../../../src/adapters/storage/database.js";
import type { RateAllowance, RatePolicy } from "../../../src/ports/access/rate-limiter.js";
import { describeRateLimiter } from "../../contracts/access/rate-limiter.contract.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { PostgresProxy } from "../../postgres/postgres-proxy.js";
import { waitUntil } from "../../wait-until.js";
import { timeOf } from "../storage/time-of-clock.js";
import { openedDatabases } from "../storage/opened-databases.js";

const databases = openedDatabases("PostgreSQL");

const perSecond = (limit: number): RatePolicy => ({ limit, seconds: 1 });

/** A limiter of a server, and the clock that it shares with the database. */
function limiterOn(
  database: Database,
  { clock = new ManualClock(), ...given }: Partial<SqlRateLimiterNeeds & { clock: ManualClock }>,
) {
  const { policy = perSecond(2) } = given;
  const logger = new RecordingLogger();
  const limiter = new SqlRateLimiter({
    ...{ database, clock, kind: "key", policy, time: timeOf(clock) },
    statements: new BriefStatements({ clock, logger }),
    alone: new MemoryRateLimiter(policy),
    ...given,
  });
  return { limiter, clock, logger };
}

describeRateLimiter(
  "SqlRateLimiter",
  async (policy) => limiterOn(await databases.open(), { policy }).limiter,
);

const areAllowed = (allowances: readonly RateAllowance[]): readonly boolean[] =>
  allowances.map(({ isAllowed }) => isAllowed);

describe("SqlRateLimiter", () => {
  let proxy: PostgresProxy | undefined;
  afterEach(() => proxy?.close());

  it("allows, in all servers together, exactly the configured number of requests", async () => {
    const url = await databases.createUrl();
    const clock = new ManualClock();
    const servers = await Promise.all(
      [1, 2, 3].map(async () => limiterOn(await databases.open({ url }), LIMIT_50(clock)).limiter),
    );

    const allowances = await Promise.all(
      Array.from({ length: 120 }, (_, index) => servers[index % 3]!.take(`${index % 2}`)),
    );

    expect(areAllowed(allowances).filter(Boolean)).toHaveLength(100);
    expect(new Set(allowances.map(({ remaining }) => remaining)).size).toBe(50);
  });

  it("begins a new window a second after the last one began, whatever the clock of a server says", async () => {
    const url = await databases.createUrl();
    const { limiter, clock } = limiterOn(await databases.open({ url }), {});
    const hourAhead = new ManualClock(clock.now() + 3_600_000);
    const { limiter: other } = limiterOn(await databases.open({ url }), {
      ...{ clock: hourAhead, time: timeOf(clock) },
    });
    const take = async () => areAllowed([await limiter.take("me"), await other.take("me")]);
    const advance = (milliseconds: number): void =>
      [clock, hourAhead].forEach((each) => each.advance(milliseconds));

    const first = await take();
    advance(999);
    const later = await take();
    advance(1);
    const next = await take();

    expect([first, later, next]).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ]);
  });

  it("begins a new window where the clock of the database was set back", async () => {
    const { limiter, clock } = limiterOn(await databases.open(), { policy: perSecond(1) });
    await limiter.take("me");

    clock.advance(-3_600_000);
    const allowance = await limiter.take("me");

    expect(allowance).toMatchObject({ isAllowed: true, resetSeconds: 1 });
  });

  it("sends one statement at a time, and none for a caller that has nothing left", async () => {
    const statements: string[] = [];
    const database = await databases.open({ onStatement: (text) => void statements.push(text) });
    statements.length = 0;
    const { limiter } = limiterOn(database, { policy: perSecond(30) });

    const allowances = await Promise.all(Array.from({ length: 40 }, () => limiter.take("me")));
    const sent = statements.length;
    const refused = await limiter.take("me");

    expect(areAllowed(allowances).filter(Boolean)).toHaveLength(30);
    expect(sent).toBe(2);
    expect(refused).toEqual({ isAllowed: false, limit: 30, remaining: 0, resetSeconds: 1 });
    expect(statements).toHaveLength(sent);
  });

  it("counts a key and an address of the same name apart", async () => {
    const database = await databases.open();
    const limiters = (["key", "address"] as const).map(
      (kind) => limiterOn(database, { kind, policy: perSecond(1) }).limiter,
    );

    const allowances = await Promise.all(limiters.map((limiter) => limiter.take("same")));

    expect(areAllowed(allowances)).toEqual([true, true]);
  });

  it("removes windows that nobody has used for a minute", async () => {
    const database = await databases.open();
    const { limiter, clock } = limiterOn(database, {});
    await limiter.take("gone");

    clock.advance(62_000);
    await limiter.take("me");
    await waitUntil(async () => {
      const left = await database.kysely.selectFrom("rateWindows").select("caller").execute();
      return left.map(({ caller }) => caller).join() === "key:me";
    });
  });

  it("counts alone while the database cannot be reached, and with the others when it can", async () => {
    const url = await databases.createUrl();
    proxy = new PostgresProxy(url);
    await proxy.open();
    const { limiter, clock, logger } = limiterOn(await databases.open({ url: proxy.url }), {});
    const { limiter: other } = limiterOn(await databases.open({ url }), { clock });
    await limiter.take("me");

    await proxy.close();
    const taking = limiter.take("me");
    clock.advance(250);
    const alone = [await taking, await limiter.take("me"), await limiter.take("me")];
    await proxy.open();
    await waitUntil(async () => {
      clock.advance(1_000);
      await limiter.take("you");
      return logger.lines.some(({ level }) => level === "info");
    });
    await other.take("me");
    await other.take("me");
    const together = await limiter.take("me");

    expect(areAllowed(alone)).toEqual([true, true, false]);
    expect(together.isAllowed).toBe(false);
    expect(logger.lines.map(({ level }) => level)).toEqual(["warn", "info"]);
  });

  it("counts alone after a quarter of a second while the database does not answer", async () => {
    const database = await databases.open();
    const { limiter, clock } = limiterOn(database, {});

    const allowances = await database.kysely.transaction().execute(async (transaction) => {
      await sql`lock table rate_windows in access exclusive mode`.execute(transaction);
      const first = limiter.take("me");
      clock.advance(250);
      const others = [await first, await limiter.take("me"), await limiter.take("me")];
      clock.advance(1_000);
      return [...others, await limiter.take("me")];
    });

    expect(areAllowed(allowances)).toEqual([true, true, false, false]);
  });
});

const LIMIT_50 = (clock: ManualClock) => ({ clock, policy: perSecond(50) });
