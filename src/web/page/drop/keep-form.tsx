import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { accepted, RequestFailure, send } from "../graphql/request.js";
import { useTexts } from "../texts/language.js";
import type { Texts } from "../texts/texts.js";

/** Whether there is a server to keep files; the page alone on a file host has none. */
export const canKeep = import.meta.env.MODE !== "static";

type KeepState = "closed" | "open" | "uploading" | "kept" | { readonly failure: RequestFailure };

/** Uploads a file to the server, under names that are taken from its name and can be changed. */
export function KeepForm({ file }: { readonly file: File }): JSX.Element {
  const { drop } = useTexts();
  const [state, setState] = useState<KeepState>("closed");
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
  if (state === "kept") {
    return (
      <p class="drop-keep" role="status">
        {drop.kept}
      </p>
    );
  }
  const names = namesIn(file.name);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.append("file", file);
    setState("uploading");
    upload(form).then(
      () => {
        setState("kept");
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
      {typeof state === "object" && (
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

/** Returns artist and title of names such as "07 Artist - Title.mp3". */
function namesIn(fileName: string): { readonly artist: string; readonly track: string } {
  const stem = fileName.replace(/\.[^.]+$/, "").replace(/^\d{1,3}[ ._-]+(?=\D)/, "");
  const [first = "", ...rest] = stem.split(/ [-–—] /);
  return rest.length === 0
    ? { artist: "", track: first.trim() }
    : { artist: first.trim(), track: rest.join(" - ").trim() };
}

/** @throws {RequestFailure} the server has not kept the file */
async function upload(form: FormData): Promise<void> {
  await accepted(await send("api/audio/analysis", { method: "POST", body: form }));
}
