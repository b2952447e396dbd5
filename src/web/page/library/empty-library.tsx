import type { JSX } from "preact";
import { ScanNowDocument, type LibraryProgressFragment } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { CopyButton } from "../parts/copy-button.js";
import { formatDate } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { useWork } from "../parts/use-work.js";
import { useSession } from "../session/session.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { ShownLibrary } from "./use-library.js";
import { AddFolder } from "../folders/add-folder.js";
import { useScanText } from "./while-scanning.js";

interface EmptyLibraryProps {
  readonly library: ShownLibrary;
  readonly progress: LibraryProgressFragment;
  /** Called after folders were changed. */
  readonly onChanged: () => void;
}

/** What a library without tracks says: that it is scanned, that its folders have none, or how to give it folders. */
export function EmptyLibrary({ library, progress, onChanged }: EmptyLibraryProps): JSX.Element {
  const { library: texts } = useTexts();
  const scanText = useScanText();
  const { scans, lastScan } = progress;
  const hasFolders = library.folders.some(({ isConfigured }) => isConfigured);
  const isScanning = scans.length > 0;
  return (
    <section class="part-card library-empty" aria-labelledby="library-empty">
      <h2 id="library-empty" class="part-title">
        {isScanning ? texts.emptyScanning : texts.empty}
      </h2>
      {isScanning ? (
        <>
          <p role="status">{scanText(scans)}</p>
          <progress class="library-bar" aria-label={texts.emptyScanning} />
          <p class="library-hint">{texts.emptySoon}</p>
        </>
      ) : (
        <>
          {hasFolders && <NothingFound lastScan={lastScan} />}
          <p>{texts.emptyAdd}</p>
          <AddFolder onAdded={onChanged} />
          <Commands />
        </>
      )}
      <p class="library-hint">
        <a href="#/">{texts.emptyDrop}</a>
      </p>
    </section>
  );
}

/** The folders were scanned, or will be, and have no music that was found. */
function NothingFound({ lastScan }: Pick<LibraryProgressFragment, "lastScan">): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const { mayWrite } = useSession();
  const { start, isWorking, failure } = useWork();
  return (
    <>
      <p>
        {lastScan
          ? texts.emptyScanned(formatDate(language, lastScan.endedAt))
          : texts.emptyUnscanned}
      </p>
      <p class="library-hint">{texts.emptyFormats}</p>
      {mayWrite && (
        <button
          type="button"
          disabled={isWorking}
          onClick={() => {
            // That it runs is seen in the status of the library.
            start(() => request(ScanNowDocument, {}));
          }}
        >
          {texts.scanNow}
        </button>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}

/** Commands that give the server folders, each of which does. */
const COMMANDS = ['LIBRARY_DIRS="$HOME/Music" npm start', 'npx overtone library add "$HOME/Music"'];

/** How folders are added without the page, by whoever runs the server. */
function Commands(): JSX.Element {
  const { library: texts } = useTexts();
  return (
    <details class="library-more">
      <summary>{texts.emptyCommands}</summary>
      <ul class="library-commands">
        {COMMANDS.map((command) => (
          <li key={command}>
            <code>{command}</code>
            <CopyButton text={command} what={command} />
          </li>
        ))}
      </ul>
      <p class="library-hint">
        <a href="guide/own-music" hreflang="en">
          {texts.emptyGuide}
        </a>
      </p>
    </details>
  );
}
