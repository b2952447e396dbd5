import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { TEXTS_EN } from "./en.js";
import type { Texts } from "./texts.js";

const STORED_LANGUAGE = "overtone.language";

/** A language of the page, and its name in itself. */
interface Language {
  readonly tag: string;
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Loads its texts, which are not part of the first load but in English. */
  readonly load: () => Promise<Texts>;
}

/** A language, and its texts. */
interface LoadedLanguage {
  readonly language: Language;
  readonly texts: Texts;
}

const english: Language = {
  ...{ tag: "en", name: "English", direction: "ltr" },
  load: () => Promise.resolve(TEXTS_EN),
};

const german: Language = {
  ...{ tag: "de", name: "Deutsch", direction: "ltr" },
  load: async () => (await import("./de.js")).TEXTS_DE,
};

const arabic: Language = {
  ...{ tag: "ar", name: "العربية", direction: "rtl" },
  load: async () => (await import("./ar.js")).TEXTS_AR,
};

const LANGUAGES: readonly Language[] = [english, german, arabic];

const inEnglish: LoadedLanguage = { language: english, texts: TEXTS_EN };

interface LanguageChoice {
  readonly shown: LoadedLanguage;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({
  shown: inEnglish,
  choose: () => undefined,
});

/**
 * Provides the reader's language: the one chosen earlier, else that of the browser, else English. Nothing is shown before its
 * texts are there.
 */
export function LanguageProvider(props: {
  readonly children: ComponentChildren;
}): JSX.Element | null {
  const [shown, setShown] = useState<LoadedLanguage | null>(loadedAtOnce);
  useEffect(() => {
    if (shown === null) return;
    document.documentElement.lang = shown.language.tag;
    document.documentElement.dir = shown.language.direction;
  }, [shown]);
  const show = (language: Language): void => {
    language.load().then(
      (texts) => {
        setShown({ language, texts });
      },
      () => {
        // Without a network, what is shown stays.
        setShown((last) => last ?? inEnglish);
      },
    );
  };
  useEffect(() => {
    if (shown === null) show(firstLanguage());
  }, []);
  if (shown === null) return null;
  const choose = (language: Language): void => {
    localStorage.setItem(STORED_LANGUAGE, language.tag);
    show(language);
  };
  return (
    <LanguageContext.Provider value={{ shown, choose }}>{props.children}</LanguageContext.Provider>
  );
}

/** The texts in the reader's language. */
export const useTexts = (): Texts => useContext(LanguageContext).shown.texts;

/** The tag of the reader's language for `Intl`, with the region of the browser where it has one. */
export function useLanguage(): string {
  const { tag } = useContext(LanguageContext).shown.language;
  return navigator.languages.find((one) => isOf(one, tag)) ?? tag;
}

/** Chooses the language of the page, each of which stands in itself. */
export function LanguageChoice(): JSX.Element {
  const { shown, choose } = useContext(LanguageContext);
  return (
    <select
      class="shell-language"
      aria-label={shown.texts.shell.language}
      value={shown.language.tag}
      onChange={({ currentTarget }) => {
        const chosen = LANGUAGES.find(({ tag }) => tag === currentTarget.value);
        if (chosen) choose(chosen);
      }}
    >
      {LANGUAGES.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

function firstLanguage(): Language {
  const wanted = localStorage.getItem(STORED_LANGUAGE) ?? navigator.language;
  return LANGUAGES.find(({ tag }) => isOf(wanted, tag)) ?? english;
}

/** Returns English where it is the first language: its texts are part of the first load, so that the first paint has them. */
const loadedAtOnce = (): LoadedLanguage | null => (firstLanguage() === english ? inEnglish : null);

const isOf = (tag: string, language: string): boolean =>
  tag.toLowerCase().split("-")[0] === language;
