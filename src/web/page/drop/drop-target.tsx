import type { JSX } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { goTo } from "../address/address-store.js";
import { useTexts } from "../texts/language.js";
import { filesOfDrop } from "./dropped-items.js";
import { useDropQueue } from "./drop-queue.js";

/** Takes files that are dropped anywhere on the page, and shows that it does while they are held above it. */
export function DropTarget(): JSX.Element | null {
  const { drop } = useTexts();
  const { add } = useDropQueue();
  const adds = useRef(add);
  adds.current = add;
  const isOver = useFileDrop(
    useCallback((files: Iterable<File>) => {
      adds.current(files);
      goTo("#/");
    }, []),
  );
  return isOver ? <div class="drop-over">{drop.release}</div> : null;
}

/**
 * Takes files that are dropped anywhere on the page.
 *
 * @returns whether files are held above the page
 */
function useFileDrop(onFiles: (files: Iterable<File>) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    addEventListener("dragenter", over, { signal });
    addEventListener("dragover", over, { signal });
    addEventListener(
      "dragleave",
      (event) => {
        // Other events of leaving are those of parts of the page.
        if (event.relatedTarget === null) setOver(false);
      },
      { signal },
    );
    addEventListener(
      "drop",
      (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(false);
        void filesOfDrop(event.dataTransfer).then(onFiles);
      },
      { signal },
    );
    return () => {
      stop.abort();
    };
  }, [onFiles]);
  return isOver;
}
