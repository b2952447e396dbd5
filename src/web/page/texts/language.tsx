import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { TEXTS_DE } from "./de.js";
import { TEXTS_EN } from "./en.js";
import type { Texts } from "./texts.js";

const STORED_LANGUAGE = "overtone.language";

/** A language of the page, and its name in itself. */
interface Language {
  readonly tag: string;
  readonly name: string;
  readonly texts: Texts;
}

const english: Language = { tag: "en", name: "English", texts: TEXTS_EN };
const german: Language = { tag: "de", name: "Deutsch", texts: TEXTS_DE };

const LanguageContext = createContext({ language: english, change: (): void => undefined });

/** Provides the reader's language: the one chosen earlier, else that of the browser, else English. */
export function LanguageProvider(props: { readonly children: ComponentChildren }): JSX.Element {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language.tag;
  }, [language]);
  const change = (): void => {
    const next = otherThan(language);
    localStorage.setItem(STORED_LANGUAGE, next.tag);
    setLanguage(next);
  };
  return (
    <LanguageContext.Provider value={{ language, change }}>
      {props.children}
    </LanguageContext.Provider>
  );
}

/** The texts in the reader's language. */
export const useTexts = (): Texts => useContext(LanguageContext).language.texts;

/** The tag of the reader's language for `Intl`, with the region of the browser where it has one. */
export function useLanguage(): string {
  const { tag } = useContext(LanguageContext).language;
  return navigator.languages.find((one) => isOf(one, tag)) ?? tag;
}

/** The language that the page can change to, and the function that does. */
export function useLanguageSwitch(): {
  readonly other: Pick<Language, "tag" | "name">;
  readonly change: () => void;
} {
  const { language, change } = useContext(LanguageContext);
  return { other: otherThan(language), change };
}

function firstLanguage(): Language {
  const wanted = localStorage.getItem(STORED_LANGUAGE) ?? navigator.language;
  return isOf(wanted, german.tag) ? german : english;
}

const otherThan = (language: Language): Language => (language === german ? english : german);

const isOf = (tag: string, language: string): boolean =>
  tag.toLowerCase().split("-")[0] === language;
