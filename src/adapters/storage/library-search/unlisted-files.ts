import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { KeyColumn } from "../catalogue/columns/key-column.js";
import { SlotsByKey } from "../catalogue/columns/slots-by-key.js";
import type { FileColumns } from "./file-columns.js";

/** Keys that are looked up before other work may run: a few milliseconds. */
const KEYS_PER_STEP = 10_000;

/** The files with a name that no listed recording has. */
export interface UnlistedFiles {
  /** Their slots, ascending. */
  readonly slots: Uint32Array;
  /** By slot: 1 where another of them has the same name. */
  readonly isShared: Uint8Array;
}

/** Finds the files with a name that no listed recording has. */
export function* unlistedFiles(
  { size, trackKeys }: FileColumns,
  listedKeys: KeyColumn,
  listed: Uint32Array,
): SlicedWork<UnlistedFiles> {
  const names = new SlotsByKey(listedKeys);
  names.ensureCapacity(listed.length);
  for (const [index, slot] of listed.entries()) {
    if (names.findOther(slot) === undefined) names.add(slot);
    if (index % KEYS_PER_STEP === 0) yield;
  }
  const unlisted = new Uint32Array(size);
  const isShared = new Uint8Array(size);
  const others = new SlotsByKey(trackKeys);
  let count = 0;
  for (let slot = 0; slot < size; slot += 1) {
    if (slot % KEYS_PER_STEP === 0) yield;
    const [first, second] = [trackKeys.firstAt(slot), trackKeys.secondAt(slot)];
    if (names.findHalves(first, second) !== undefined) continue;
    unlisted[count++] = slot;
    const other = others.findOther(slot);
    if (other === undefined) others.add(slot);
    else isShared[slot] = isShared[other] = 1;
  }
  return { slots: unlisted.slice(0, count), isShared };
}

/** Keeps one slot of each name: the one that ranks first, of equals the first. */
export function distinctNames(
  trackKeys: KeyColumn,
  { slots, isShared }: UnlistedFiles,
  rankAt: (slot: number) => number,
): Uint32Array {
  const names = new SlotsByKey(trackKeys);
  for (const slot of slots) {
    if (isShared[slot] === 0) continue;
    const other = names.findOther(slot);
    if (other === undefined) names.add(slot);
    else if (rankAt(slot) < rankAt(other)) names.replace(other, slot);
  }
  return slots.filter((slot) => isShared[slot] === 0 || names.findOther(slot) === slot);
}
