import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { useTexts } from "../texts/language.js";
import {
  askToSignIn,
  signIn,
  signInWithoutKey,
  useSession,
  type FurtherScope,
  type SessionReason,
  type SignInOutcome,
} from "../session/session.js";

/** What the reader is told about the session, with the ways to sign in where that is what is missing. */
export function SignInForm(): JSX.Element | null {
  const { shell } = useTexts();
  const { isSignedIn, needsNoKey, reason } = useSession();
  if (reason === null) return null;
  const needsMore = reason === "writeNeeded" || reason === "adminNeeded";
  const hasForm = isSignedIn === false || needsMore;
  return (
    <section class="shell-sign-in" aria-label={shell.signIn}>
      <p role={ALARMING.includes(reason) ? "alert" : "status"}>{shell.reasons[reason]}</p>
      {hasForm && needsNoKey && !needsMore && (
        <button class="primary" type="button" onClick={() => void signInWithoutKey()}>
          {shell.signInWithoutKey}
        </button>
      )}
      {hasForm && (
        <KeyForm key={reason} isForChanges={needsMore} isForManaging={reason === "adminNeeded"} />
      )}
      {(isSignedIn === true || reason === "asked") && (
        <button
          type="button"
          onClick={() => {
            askToSignIn(null);
          }}
        >
          {shell.close}
        </button>
      )}
    </section>
  );
}

const FURTHER_SCOPES: readonly FurtherScope[] = ["write", "admin"];

const ALARMING: readonly SessionReason[] = [
  "ended",
  "linkSpent",
  "otherKey",
  "unreachable",
  "writeNeeded",
];

interface KeyFormProps {
  /** Whether the reader wants to change something. */
  readonly isForChanges: boolean;
  /** Whether the reader wants to manage the server. */
  readonly isForManaging: boolean;
}

function KeyForm({ isForChanges, isForManaging }: KeyFormProps): JSX.Element {
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
    const further = FURTHER_SCOPES.filter((scope) => given.has(scope));
    void signIn(key.trim(), further).then(setOutcome);
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
        <input name="write" type="checkbox" defaultChecked={isForChanges} />
        {shell.allowChanges}
      </label>
      <label class="shell-changes">
        <input name="admin" type="checkbox" defaultChecked={isForManaging} />
        {shell.allowManaging}
      </label>
      {problem !== null && <p role="alert">{problem}</p>}
      <p id="key-hint">
        {shell.keyHint}{" "}
        <code>
          npx overtone sessions link{isForManaging && " --scopes read,write,admin"}
          {isForChanges && !isForManaging && " --scopes read,write"}
        </code>
      </p>
    </form>
  );
}
