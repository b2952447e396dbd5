import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { useTexts } from "../texts/language.js";
import {
  askToSignIn,
  signIn,
  signInWithoutKey,
  useSession,
  type SessionReason,
  type SignInOutcome,
} from "../session/session.js";

/** What the reader is told about the session, with the ways to sign in where that is what is missing. */
export function SignInForm(): JSX.Element | null {
  const { shell } = useTexts();
  const { isSignedIn, needsNoKey, reason } = useSession();
  if (reason === null) return null;
  const hasForm = isSignedIn === false || reason === "writeNeeded";
  return (
    <section class="shell-sign-in" aria-label={shell.signIn}>
      <p role={ALARMING.includes(reason) ? "alert" : "status"}>{shell.reasons[reason]}</p>
      {hasForm && needsNoKey && reason !== "writeNeeded" && (
        <button class="primary" type="button" onClick={() => void signInWithoutKey()}>
          {shell.signInWithoutKey}
        </button>
      )}
      {hasForm && <KeyForm key={reason} isForChanges={reason === "writeNeeded"} />}
      {(isSignedIn === true || reason === "asked") && (
        <button
          type="button"
          onClick={() => {
            askToSignIn(false);
          }}
        >
          {shell.close}
        </button>
      )}
    </section>
  );
}

const ALARMING: readonly SessionReason[] = [
  "ended",
  "linkSpent",
  "otherKey",
  "unreachable",
  "writeNeeded",
];

function KeyForm({ isForChanges }: { readonly isForChanges: boolean }): JSX.Element {
  const { shell } = useTexts();
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const key = given.get("key");
    if (typeof key !== "string" || key.trim() === "") return;
    // The key makes a session, and stays nowhere in the page.
    form.reset();
    setOutcome(null);
    void signIn(key.trim(), given.has("changes")).then(setOutcome);
  };
  const problem = outcome === null || outcome === "signedIn" ? null : shell.outcomes[outcome];
  return (
    <form onSubmit={submit}>
      <label for="key">{shell.pasteKey}</label>
      <div>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="off"
          required
          aria-describedby="key-hint"
        />
        <button class="primary" type="submit">
          {shell.useKey}
        </button>
      </div>
      <label class="shell-changes">
        <input name="changes" type="checkbox" defaultChecked={isForChanges} />
        {shell.allowChanges}
      </label>
      {problem !== null && <p role="alert">{problem}</p>}
      <p id="key-hint">
        {shell.keyHint} <code>npx overtone sessions link</code>
      </p>
    </form>
  );
}
