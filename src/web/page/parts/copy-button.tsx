import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useTexts } from "../texts/language.js";
import { copyText } from "./copy-text.js";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly what: string;
}

const SHOWN_MS = 2000;

/** A button that copies a text to the clipboard, and says so. */
export function CopyButton({ text, what }: CopyButtonProps): JSX.Element {
  const { viewParts } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => {
      setIsCopied(false);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    await copyText(text);
    setIsCopied(true);
  };
  return (
    <button
      type="button"
      class="part-copy"
      aria-label={viewParts.copyNamed(what)}
      onClick={() => void copy()}
    >
      <span role="status">{isCopied ? viewParts.copied : viewParts.copy}</span>
    </button>
  );
}
