import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { accepted, jsonOf, RequestFailure, send } from "../graphql/request.js";
import { askToSignIn, useSession } from "../session/session.js";
import { useTexts } from "../texts/language.js";
import type { Texts } from "../texts/texts.js";
import { namesInFileName } from "./dropped-names.js";

/** Whether there is a server to keep files; the page alone on a file host has none. */
export const canKeep = import.meta.env.MODE !== "static";

type KeepState =
  | "closed"
  | "open"
  | "uploading"
  /** With the address of the track, where the server has analysed it already. */
  | { readonly kept: string | null }
  | { readonly failure: RequestFailure };

/** Uploads a file to the server, under names that are taken from its name and can be changed; who may not write is led to the form to sign in. */
export function KeepForm({ file }: { readonly file: File }): JSX.Element {
  const { drop } = useTexts();
  const { isSignedIn, mayWrite } = useSession();
  const [state, setState] = useState<KeepState>("closed");
  if (!mayWrite) {
    return (
      <div class="drop-keep">
        <button
          type="button"
          onClick={() => {
            askToSignIn(isSignedIn === true ? "writeNeeded" : "asked");
            scrollTo(0, 0);
          }}
        >
          {drop.signIn}
        </button>{" "}
        <span class="drop-quiet">{drop.keepHint}</span>
      </div>
    );
  }
  if (state === "closed") {
    return (
      <div class="drop-keep">
        <button
          type="button"
          onClick={() => {
            setState("open");
          }}
        >
          {drop.keep}
        </button>{" "}
        <span class="drop-quiet">{drop.keepHint}</span>
      </div>
    );
  }
  if (typeof state === "object" && "kept" in state) {
    return (
      <p class="drop-keep" role="status">
        {drop.kept} {state.kept !== null && <a href={`#/track/${state.kept}`}>{drop.keptLink}</a>}
      </p>
    );
  }
  const names = namesInFileName(file.name);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.append("file", file);
    setState("uploading");
    upload(form).then(
      (kept) => {
        setState({ kept });
      },
      (error: unknown) => {
        const failure =
          error instanceof RequestFailure ? error : new RequestFailure("INTERNAL", String(error));
        setState({ failure });
      },
    );
  };
  return (
    <form class="drop-keep" onSubmit={submit}>
      <label>
        {drop.artist}
        <input name="artist" defaultValue={names.artist} required maxLength={200} />
      </label>
      <label>
        {drop.track}
        <input name="track" defaultValue={names.track} required maxLength={200} />
      </label>
      <button class="primary" type="submit" disabled={state === "uploading"}>
        {state === "uploading" ? drop.uploading : drop.upload}
      </button>
      {typeof state === "object" && "failure" in state && (
        <p class="drop-failure" role="alert">
          {drop.notKept} {wordsOf(state.failure, drop)}
        </p>
      )}
    </form>
  );
}

function wordsOf({ code, message }: RequestFailure, drop: Texts["drop"]): string {
  if (code === "FORBIDDEN") return drop.readOnly;
  if (code === "NETWORK") return drop.unreachable;
  return message;
}

/**
 * Uploads a file; returns the id of its recording, `null` where the server has not analysed it yet.
 *
 * @throws {RequestFailure} the server has not kept the file
 */
async function upload(form: FormData): Promise<string | null> {
  const response = await send("api/audio/analysis", { method: "POST", body: form });
  const { recording } = (await jsonOf(await accepted(response))) as {
    readonly recording?: { readonly recordingId?: string };
  };
  return recording?.recordingId ?? null;
}
