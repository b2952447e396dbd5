import type { JSX } from "preact";
import { useTexts } from "../texts/language.js";
import { askToSignIn, signOut, useSession } from "../session/session.js";

/** Whether the reader is signed in, with the button that changes it. */
export function SessionControl(): JSX.Element | null {
  const { shell } = useTexts();
  const { isSignedIn, mayWrite } = useSession();
  if (isSignedIn === null) return null;
  if (!isSignedIn) {
    return (
      <button
        class="shell-session"
        type="button"
        onClick={() => {
          askToSignIn(true);
        }}
      >
        {shell.signIn}
      </button>
    );
  }
  return (
    <span class="shell-session">
      <span class="shell-state">{mayWrite ? shell.signedInToChange : shell.signedInToRead} </span>
      <button type="button" onClick={() => void signOut()}>
        {shell.signOut}
      </button>
    </span>
  );
}
