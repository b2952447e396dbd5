import type { JSX } from "preact";
import { formatNumber } from "../parts/formats.js";
import { Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { UnmetBound } from "./find-mix.js";

/** Which bounds a mix does not meet, and how near it comes. */
export function UnmetNotice({ unmet }: { readonly unmet: readonly UnmetBound[] }): JSX.Element {
  const { mix } = useTexts();
  const language = useLanguage();
  const sentences = unmet.map(({ rule, asked, found }) =>
    mix.unmet[rule](
      formatNumber(language, asked, 1),
      found === null ? null : formatNumber(language, found, 1),
    ),
  );
  return <Notice>{[...sentences, mix.nearest].join(" ")}</Notice>;
}
