import type { JSX } from "preact";
import { decodedExtensions } from "../../../package/decode.js";
import { useTexts } from "../texts/language.js";
import { useDropQueue } from "./drop-queue.js";
import { DroppedFileCard } from "./dropped-file-card.js";
import "./drop.css";

/** What the file dialog shows: audio, and names of formats for which the system knows no type. */
const ACCEPTED = ["audio/*", ...decodedExtensions.map((extension) => `.${extension}`)].join();

/** The first view: files that are dropped on the page are analysed in it. */
export function DropView(): JSX.Element {
  const { drop } = useTexts();
  const { files, add } = useDropQueue();
  const latest = files.find(({ state }) => state.kind === "ended");
  return (
    <>
      <div class={`drop-zone ${files.length > 0 ? "drop-zone-small" : ""}`}>
        <h1>{drop.heading}</h1>
        <p>{drop.intro}</p>
        <label class="button primary drop-choose">
          {drop.choose}
          <input
            class="visually-hidden"
            type="file"
            multiple
            accept={ACCEPTED}
            onChange={({ currentTarget }) => {
              add(currentTarget.files ?? []);
              // So that the same file can be chosen again.
              currentTarget.value = "";
            }}
          />
        </label>
        <p class="drop-stays">{drop.stays}</p>
        <p class="drop-formats">{drop.formats}</p>
      </div>
      <p class="visually-hidden" role="status">
        {latest && "result" in latest.state && "analysis" in latest.state.result
          ? drop.done(latest.file.name)
          : ""}
      </p>
      {files.length > 0 && <h2 class="visually-hidden">{drop.results}</h2>}
      {files.map((file) => (
        <DroppedFileCard key={file.id} dropped={file} />
      ))}
    </>
  );
}
