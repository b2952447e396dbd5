import { sql } from "kysely";
import { PreparedNames } from "../../../../src/adapters/storage/postgres/postgres-driver.js";
import { openedDatabases } from "../opened-databases.js";

describe("PreparedNames", () => {
  it("names a select that is sent a second time, and always alike", () => {
    const names = new PreparedNames();

    const given = [1, 2, 3].map(() => names.nameOf('select "a" from "b"'));

    expect(given[0]).toBeUndefined();
    expect(given[1]).toMatch(/^[0-9a-f]{32}$/);
    expect(given[2]).toBe(given[1]);
    expect(new PreparedNames().nameOf('select "a" from "b"')).toBeUndefined();
  });

  it.each([
    "select * from a",
    'select "a".*, "b" from "a"',
    'select "b", "a".* from "a"',
    "select a, * from a",
  ])("names no select of all columns: %s", (select) => {
    const names = new PreparedNames();

    expect([names.nameOf(select), names.nameOf(select)]).toEqual([undefined, undefined]);
  });

  it.each(["select count(*) from a", "select a * 1000 from a"])("names %s", (select) => {
    const names = new PreparedNames();
    names.nameOf(select);

    expect(names.nameOf(select)).toBeDefined();
  });

  it("names no more than 64", () => {
    const names = new PreparedNames();
    const selects = Array.from({ length: 100 }, (_, number) => `select ${number}`);

    const given = [...selects, ...selects].map((select) => names.nameOf(select));

    expect(given.filter((name) => name !== undefined)).toHaveLength(64);
  });
});

describe("A prepared select", () => {
  const databases = openedDatabases("PostgreSQL");

  it("is planned once for a connection, and anew after its table has changed", async () => {
    const { kysely } = await databases.open({ connections: 2 });
    await sql`create table counted (number integer)`.execute(kysely);
    await sql`insert into counted values (7)`.execute(kysely);
    const read = async (): Promise<unknown> => {
      const counted = sql<{ number: unknown }>`counted`.as("counted");
      return (await kysely.selectFrom(counted).select("number").executeTakeFirst())?.number;
    };
    const prepared = async (): Promise<number> =>
      (
        await sql`select name from pg_prepared_statements
          where statement like '% from counted as %'`.execute(kysely)
      ).rows.length;
    await read();
    const before = await prepared();
    await read();

    const after = await prepared();
    await sql`alter table counted alter column number type text using number::text`.execute(kysely);

    expect([before, after]).toEqual([0, 1]);
    expect(await read()).toBe("7");
  });
});
