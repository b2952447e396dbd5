import type { JSX } from "preact";
import { decodedExtensions } from "../../../package/decode.js";
import { useTexts } from "../texts/language.js";
import { laterView } from "../parts/later-view.js";
import { useDropQueue } from "./drop-queue.js";
import { audioOfFolder } from "./dropped-items.js";
import { DroppedFileCard } from "./dropped-file-card.js";
import "./drop.css";

/** What the file dialog shows: audio, and names of formats for which the system knows no type. */
const ACCEPTED = ["audio/*", ...decodedExtensions.map((extension) => `.${extension}`)].join();

const DroppedTable = laterView(async () => (await import("./dropped-table.js")).DroppedTable);

/** The first view: files that are dropped on the page are analysed in it. */
export function DropView(): JSX.Element {
  const { drop } = useTexts();
  const { files, add } = useDropQueue();
  const latest = files.find(({ state }) => state.kind === "ended");
  const [first, second] = files;
  return (
    <>
      {first && <h1 class="drop-heading">{drop.heading}</h1>}
      {first && !second && <h2 class="visually-hidden">{drop.results}</h2>}
      {first && (second ? <DroppedTable /> : <DroppedFileCard key={first.id} dropped={first} />)}
      <div class={`drop-zone ${first ? "drop-zone-small" : ""}`}>
        {!first && <h1>{drop.heading}</h1>}
        <p>{drop.intro}</p>
        <ChooseFiles name={drop.choose} isPrimary onFiles={add} accept={ACCEPTED} />
        <ChooseFiles
          name={drop.chooseFolder}
          onFiles={(files) => {
            add(audioOfFolder(files));
          }}
          webkitdirectory
        />
        <p class="drop-stays">{drop.stays}</p>
        <p class="drop-formats">{drop.formats}</p>
      </div>
      <p class="visually-hidden" role="status">
        {latest && "result" in latest.state && "analysis" in latest.state.result
          ? drop.done(latest.file.name)
          : ""}
      </p>
    </>
  );
}

interface ChooseFilesProps {
  readonly name: string;
  readonly isPrimary?: boolean;
  readonly accept?: string;
  /** Whether a folder is chosen, with all that is below it. */
  readonly webkitdirectory?: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
}

/** A button that opens the file dialog, for who does not drag. */
function ChooseFiles(props: ChooseFilesProps): JSX.Element {
  const { name, isPrimary = false, onFiles, ...field } = props;
  return (
    <label class={`button ${isPrimary ? "primary" : ""} drop-choose`}>
      {name}
      <input
        class="visually-hidden"
        type="file"
        multiple
        {...field}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? []);
          // So that the same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
