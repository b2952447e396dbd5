import { useEffect, useState } from "preact/hooks";

/**
 * Takes files that are dropped anywhere on the page.
 *
 * @returns whether files are held above the page
 */
export function useFileDrop(onFiles: (files: Iterable<File>) => void): boolean {
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
        onFiles(event.dataTransfer.files);
      },
      { signal },
    );
    return () => {
      stop.abort();
    };
  }, [onFiles]);
  return isOver;
}
