/** What a key does in a table. */
export type TableKey =
  | { readonly kind: "move"; readonly by: number; readonly isRange: boolean }
  | { readonly kind: "moveTo"; readonly end: "first" | "last"; readonly isRange: boolean }
  /** To the next or the previous link or button of the row. */
  | { readonly kind: "within"; readonly step: 1 | -1 }
  | { readonly kind: "select" | "selectAll" | "selectNone" | "open" | "play" | "queue" | "copy" };

/** What of a key is looked at. */
interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Returns what a key does; `null` for keys that do nothing here.
 *
 * @param page the number of rows in sight
 * @param isRightToLeft whether the row begins at the right
 */
export function tableKeyOf(
  { key, shiftKey: isRange, ctrlKey, metaKey, altKey }: PressedKey,
  page: number,
  isRightToLeft: boolean,
): TableKey | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (key === "a") return { kind: "selectAll" };
    return key === "c" ? { kind: "copy" } : null;
  }
  const forward = isRightToLeft ? -1 : 1;
  switch (key) {
    case "ArrowDown":
      return { kind: "move", by: 1, isRange };
    case "ArrowUp":
      return { kind: "move", by: -1, isRange };
    case "PageDown":
      return { kind: "move", by: page, isRange };
    case "PageUp":
      return { kind: "move", by: -page, isRange };
    case "Home":
      return { kind: "moveTo", end: "first", isRange };
    case "End":
      return { kind: "moveTo", end: "last", isRange };
    case "ArrowRight":
      return { kind: "within", step: forward };
    case "ArrowLeft":
      return { kind: "within", step: forward === 1 ? -1 : 1 };
    case " ":
      return { kind: "select" };
    case "Escape":
      return { kind: "selectNone" };
    case "Enter":
      return { kind: "open" };
    case "p":
      return { kind: "play" };
    case "q":
      return { kind: "queue" };
    default:
      return null;
  }
}
