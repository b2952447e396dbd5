import { sql } from "kysely";
import { openedDatabases } from "../opened-databases.js";

const CONNECTIONS = 2;

describe("Equal reads that wait for a connection", () => {
  const databases = openedDatabases("PostgreSQL");

  it("are one read, which begins after all of them were asked for", async () => {
    const { kysely } = await databases.open({ connections: CONNECTIONS });
    await sql`create sequence reads`.execute(kysely);
    /** Returns how many reads there were, this one included. */
    const read = async (of = "reads"): Promise<number> => {
      const counted = sql<{ number: number }>`(select nextval(${of}::text::regclass) as number)`;
      const { number } = await kysely
        .selectFrom(counted.as("counted"))
        .select("number")
        .executeTakeFirstOrThrow();
      return Number(number);
    };
    let giveBack: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => (giveBack = resolve));
    let taken = 0;
    const areTaken = new Promise<void>((resolve) => {
      const take = (): Promise<void> =>
        kysely.transaction().execute(async (transaction) => {
          await sql`select 1`.execute(transaction);
          if (++taken === CONNECTIONS) resolve();
          await isOver;
        });
      for (let index = 0; index < CONNECTIONS; index++) void take();
    });
    await areTaken;

    const waiting = [...Array.from({ length: 50 }, () => read()), read("public.reads")];
    giveBack();

    const numbers = await Promise.all(waiting);
    expect(new Set(numbers.slice(0, 50)).size).toBe(1);
    expect([...new Set(numbers)].sort()).toEqual([1, 2]);
    expect(await read()).toBe(3);
    await sql`drop sequence reads`.execute(kysely);
  });
});
