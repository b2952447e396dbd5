import type { TEXTS_EN } from "./en.js";

/** Every text of the page in one language; English is the one that others follow. */
export type Texts = Translated<typeof TEXTS_EN>;

/** The same texts with other words. */
type Translated<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Translated<T[Name]>;
};
