import { sql } from "kysely";
import { BriefStatements } from "../../../src/adapters/limits/brief-statements.js";
import { SqlRequestTurns } from "../../../src/adapters/limits/sql-request-turns.js";
import type { Turn } from "../../../src/adapters/metadata/client/request-turns.js";
import type { Database } from "../../../src/adapters/storage/database.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { openedDatabases } from "../storage/opened-databases.js";
import { timeOf } from "../storage/time-of-clock.js";

const databases = openedDatabases("PostgreSQL");

/** The turns of servers with connections of their own, at a provider that allows two requests a second. */
async function turnsOf(servers: number, { provider = "stand-in", clock = new ManualClock() } = {}) {
  const url = await databases.createUrl();
  const opened: Database[] = [];
  while (opened.length < servers) opened.push(await databases.open({ url }));
  const turns = opened.map(
    (database) =>
      new SqlRequestTurns({
        ...{ database, provider, time: timeOf(clock) },
        statements: new BriefStatements({ clock, logger: new RecordingLogger() }),
        pace: { requests: 2, perMilliseconds: 1_000 },
      }),
  );
  return { turns, clock, databases: opened, first: turns[0]! };
}

const waits = (turns: readonly (Turn | undefined)[]): readonly unknown[] =>
  turns.map((turn) => (turn?.isTaken ? turn.waitMilliseconds : turn));

describe("SqlRequestTurns", () => {
  it("hands out as many starts in any window as the pace allows, to all servers together", async () => {
    const { turns, clock } = await turnsOf(2);
    const [one, other] = turns as [SqlRequestTurns, SqlRequestTurns];

    const first = await one.take(5_000);
    clock.advance(400);
    const next = [await other.take(5_000), await other.take(5_000), await one.take(5_000)];
    clock.advance(5_000);
    const later = [await one.take(5_000), await other.take(5_000), await one.take(5_000)];

    expect(waits([first, ...next])).toEqual([0, 0, 600, 1_000]);
    expect(waits(later)).toEqual([0, 0, 1_000]);
  });

  it("hands out no start twice where servers ask at the same time", async () => {
    const { turns } = await turnsOf(3);

    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, index) => turns[index % 3]!.take(9_000)),
    );

    const inOrder = [...waits(taken)].sort((one, other) => Number(one) - Number(other));
    expect(inOrder).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((at) => at * 1_000));
  });

  it("leaves a turn that is too late for a server to the others", async () => {
    const { turns } = await turnsOf(2);
    const [one, other] = turns as [SqlRequestTurns, SqlRequestTurns];
    await one.take(0);
    await one.take(0);

    const refused = await one.take(999);
    const taken = await other.take(1_000);

    expect(refused).toEqual({ isTaken: false, waitMilliseconds: 1_000 });
    expect(taken).toEqual({ isTaken: true, waitMilliseconds: 1_000 });
  });

  it("holds all servers, and shortens no hold", async () => {
    const { turns, clock } = await turnsOf(2);
    const [one, other] = turns as [SqlRequestTurns, SqlRequestTurns];

    await one.hold(60_000);
    await other.hold(1_000);
    const held = await other.take(5_000);
    clock.advance(58_000);
    const soon = await other.take(5_000);

    expect(held).toEqual({ isTaken: false, waitMilliseconds: 60_000 });
    expect(soon).toEqual({ isTaken: true, waitMilliseconds: 2_000 });
  });

  it("knows nothing of the others while the database does not answer", async () => {
    const { first, clock, databases } = await turnsOf(1);

    const turns = await databases[0]!.kysely.transaction().execute(async (transaction) => {
      await sql`lock table provider_turns in access exclusive mode`.execute(transaction);
      const taking = first.take(5_000);
      clock.advance(250);
      return [await taking, await first.take(5_000)];
    });

    expect(turns).toEqual([undefined, undefined]);
  });
});
