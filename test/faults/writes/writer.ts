// Imported first: from here on, this process cannot connect to other machines.
import "../../setup.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { RandomChoices } from "../fuzzing/random-choices.js";
import { kinds, SLOTS, storedKinds, versionOf } from "./stored-slots.js";
import { WriteLedger } from "./write-ledger.js";

/**
 * A process that is killed while it writes: compares what the database has with what earlier ones were told to be stored, says
 * so, and stores newer versions until it ends. Arguments: path of the database, path of the ledger, seed, index.
 */
const [path = "", ledgerPath = "", seed = "0", index = "0"] = process.argv.slice(2);

/** More than one writes in the time after which it is killed. */
const MAX_WRITES = 5_000;

const ledger = new WriteLedger(ledgerPath);
const database = await openDatabase({ url: `sqlite:${path}` });
const stored = storedKinds(database);

for (const kind of kinds) {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const { begun, done } = ledger.versionsOf(kind, slot);
    const version = await versionOf(stored[kind], slot, [begun, done].filter(isVersion));
    if (version === undefined && done !== undefined) {
      const found = JSON.stringify(await stored[kind].read(slot)).slice(0, 200);
      process.stdout.write(`lost: ${kind} ${slot} is neither ${done} nor ${begun}: ${found}\n`);
      process.exit(1);
    }
    if (version !== undefined && version !== done) ledger.end(kind, slot, version);
  }
}
process.stdout.write("all found\n");

const choices = new RandomChoices(Number(seed), Number(index));
for (let write = 0; write < MAX_WRITES; write += 1) {
  const kind = choices.oneOf(kinds);
  const slot = choices.below(SLOTS);
  const { done } = ledger.versionsOf(kind, slot);
  const version = done === undefined ? 0 : done + 1;
  ledger.begin(kind, slot, version);
  await stored[kind].write(slot, version);
  ledger.end(kind, slot, version);
}
await database.close();

function isVersion(version: number | undefined): version is number {
  return version !== undefined;
}
