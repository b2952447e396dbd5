import type { JSX } from "preact";
import { useCallback, useRef } from "preact/hooks";
import { useTexts } from "../texts/language.js";
import { useDropQueue } from "./drop-queue.js";
import { useFileDrop } from "./use-file-drop.js";

/** Takes files that are dropped anywhere on the page, and shows that it does while they are held above it. */
export function DropTarget(): JSX.Element | null {
  const { drop } = useTexts();
  const { add } = useDropQueue();
  const adds = useRef(add);
  adds.current = add;
  const isOver = useFileDrop(
    useCallback((files: Iterable<File>) => {
      adds.current(files);
      location.hash = "#/";
    }, []),
  );
  return isOver ? <div class="drop-over">{drop.release}</div> : null;
}
