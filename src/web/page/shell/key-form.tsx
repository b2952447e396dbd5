import type { JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useTexts } from "../texts/language.js";
import { KEY_NEEDED_EVENT, keepKey } from "./session.js";

/** The field for an API key, shown after the server has refused a request for want of one. */
export function KeyForm(): JSX.Element | null {
  const { shell } = useTexts();
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const show = (): void => {
      setNeeded(true);
    };
    addEventListener(KEY_NEEDED_EVENT, show);
    return () => {
      removeEventListener(KEY_NEEDED_EVENT, show);
    };
  }, []);
  if (!isNeeded) return null;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const key = new FormData(event.currentTarget).get("key");
    if (typeof key !== "string" || key.trim() === "") return;
    keepKey(key.trim());
    // Every view requests anew what was refused.
    location.reload();
  };
  return (
    <form class="shell-key" onSubmit={submit}>
      <label for="key">{shell.pasteKey}</label>
      <div>
        <input id="key" name="key" type="password" autocomplete="off" required />
        <button class="primary" type="submit">
          {shell.useKey}
        </button>
      </div>
      <p>{shell.keyKept}</p>
    </form>
  );
}
