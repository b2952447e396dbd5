import type { JSX } from "preact";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { LibraryFailures } from "./library-failures.js";
import { LibraryProgress } from "./library-progress.js";
import { LibraryTrackList } from "./library-track-list.js";
import { useLibrary, type ShownLibrary } from "./use-library.js";
import "../parts/parts.css";
import "./library.css";

/** The view of the library: how far its analysis is, what failed, its folders and its tracks. */
export function LibraryView(): JSX.Element {
  const { library: texts } = useTexts();
  const state = useLibrary();
  const { library, progress, problem, reload } = state;
  return (
    <section class="library-view">
      <h1>{texts.heading}</h1>
      <p class="part-intro">{texts.intro}</p>
      {problem !== null && <FailureNotice failure={problem} onRetry={reload} />}
      {!library && problem === null && <Notice>{texts.loading}</Notice>}
      {progress && <LibraryProgress progress={progress} />}
      {library && <LibraryFailures state={state} />}
      {library && <Folders library={library} />}
      {progress && progress.analysed > 0 && <LibraryTrackList analysed={progress.analysed} />}
    </section>
  );
}

function Folders({ library }: { readonly library: ShownLibrary }): JSX.Element | null {
  const { library: texts } = useTexts();
  const language = useLanguage();
  if (library.folders.length === 0) return null;
  return (
    <section class="part-card" aria-labelledby="library-folders">
      <h2 id="library-folders" class="part-title">
        {texts.folders}
      </h2>
      <ul class="library-folders">
        {library.folders.map(({ path, fileCount, isConfigured, problem }, place) => (
          <li key={path ?? place}>
            <strong dir="auto">{path ?? texts.folderHidden}</strong>
            <span>
              {texts.fileCount(formatNumber(language, fileCount), fileCount === 1)}
              {!isConfigured && `, ${texts.folderElsewhere}`}
            </span>
            {problem !== null && (
              <span class="library-problem" dir="auto">
                {problem}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
