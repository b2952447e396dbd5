import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { setImmediate as nextTurn } from "node:timers/promises";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns whether nothing keeps an object any more. */
export async function isCollected(reference: WeakRef<object>): Promise<boolean> {
  for (let turn = 0; turn < 10 && reference.deref() !== undefined; turn++) {
    await nextTurn();
    collectGarbage();
  }
  return reference.deref() === undefined;
}
