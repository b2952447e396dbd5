import type { JSX } from "preact";
import { useTexts } from "../texts/language.js";

/** The first view: a file that is dropped on the page is analysed in it. */
export function DropView(): JSX.Element {
  const { drop } = useTexts();
  return <h1>{drop.heading}</h1>;
}
