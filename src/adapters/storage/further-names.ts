import type { Kysely, Transaction } from "kysely";
import { furtherKeysOf } from "../../domain/track/further-keys.js";
import type { TrackNames } from "../../domain/track/track-key.js";
import { portionsOf } from "./portions.js";
import type { Schema } from "./tables.js";

const ROWS_PER_STATEMENT = 500;

/** Stores by which further keys clients may ask for names. They stay where a name is given up. */
export async function addFurtherKeys(
  transaction: Transaction<Schema>,
  names: readonly (TrackNames & { readonly artists?: readonly string[] })[],
): Promise<void> {
  const rows = names.flatMap((name) =>
    furtherKeysOf(name).map((askedKey) => ({ askedKey, trackKey: name.trackKey })),
  );
  for (const some of portionsOf(rows, ROWS_PER_STATEMENT)) {
    await transaction
      .insertInto("furtherKeys")
      .values([...some])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns the keys of the names that keys lead to which are no names themselves, by the keys. */
export async function findFurtherNames(
  kysely: Kysely<Schema>,
  askedKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const some of portionsOf(askedKeys, ROWS_PER_STATEMENT)) {
    const rows = await kysely
      .selectFrom("furtherKeys")
      .selectAll()
      .where("askedKey", "in", some)
      .orderBy("trackKey")
      .execute();
    for (const { askedKey, trackKey } of rows) {
      found.set(askedKey, [...(found.get(askedKey) ?? []), trackKey]);
    }
  }
  return found;
}
