import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ScansDocument, type ScansSubscription } from "../generated/documents.js";
import { subscribe } from "../graphql/subscribe.js";
import { formatNumber } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";

/** The scans of the library that run. */
export type ShownScans = ScansSubscription["libraryUpdated"]["scans"];

/** What a list says that has nothing: that the library is being scanned, or else what its children say. */
export function WhileScanning({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [scans, setScans] = useState<ShownScans>([]);
  const scanText = useScanText();
  useEffect(
    () =>
      subscribe(
        ScansDocument,
        {},
        {
          onNext: ({ libraryUpdated }) => {
            setScans(libraryUpdated.scans);
          },
        },
      ),
    [],
  );
  return <>{scans.length > 0 ? scanText(scans) : children}</>;
}

/** Returns a function that says how far scans are, of which there is at least one. */
export function useScanText(): (scans: ShownScans) => string {
  const { library: texts } = useTexts();
  const language = useLanguage();
  return (scans) => {
    const sumOf = (name: "filesSeen" | "filesLeft"): number =>
      scans.reduce((sum, scan) => sum + scan[name], 0);
    const [seen, left] = [sumOf("filesSeen"), sumOf("filesLeft")];
    return texts.scanning(
      texts.fileCount(formatNumber(language, seen), seen === 1),
      formatNumber(language, left),
    );
  };
}
