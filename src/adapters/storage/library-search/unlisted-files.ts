import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { KeyColumn } from "../catalogue/columns/key-column.js";
import { SlotsByKey } from "../catalogue/columns/slots-by-key.js";
import type { FileColumns } from "./file-columns.js";

/** Keys that are looked up before other work may run: a few milliseconds. */
const KEYS_PER_STEP = 10_000;

/** Returns the slots of the files with a name that no listed recording has, ascending. */
export function* unlistedFiles(
  { size, trackKeys }: FileColumns,
  listedKeys: KeyColumn,
  listed: Uint32Array,
): SlicedWork<Uint32Array> {
  const names = new SlotsByKey(listedKeys);
  names.ensureCapacity(listed.length);
  for (const [index, slot] of listed.entries()) {
    if (names.findOther(slot) === undefined) names.add(slot);
    if (index % KEYS_PER_STEP === 0) yield;
  }
  const unlisted = new Uint32Array(size);
  let count = 0;
  for (let slot = 0; slot < size; slot += 1) {
    const isListed =
      names.findHalves(trackKeys.firstAt(slot), trackKeys.secondAt(slot)) !== undefined;
    if (!isListed) unlisted[count++] = slot;
    if (slot % KEYS_PER_STEP === 0) yield;
  }
  return unlisted.slice(0, count);
}

/** Keeps one slot of each name: the one that ranks first, of equals the first. */
export function distinctNames(
  trackKeys: KeyColumn,
  slots: Uint32Array,
  rankAt: (slot: number) => number,
): Uint32Array {
  const names = new SlotsByKey(trackKeys);
  for (const slot of slots) {
    const other = names.findOther(slot);
    if (other === undefined) names.add(slot);
    else if (rankAt(slot) < rankAt(other)) names.replace(other, slot);
  }
  return slots.filter((slot) => names.findOther(slot) === slot);
}
