import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { LibraryPageQuery } from "../generated/documents.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { useWork } from "../parts/use-work.js";
import { useSession } from "../session/session.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { AddFolder } from "./add-folder.js";
import { isRemovable, pauseFolder, removeFolder } from "./folder-requests.js";
import "./folders.css";

type Folder = LibraryPageQuery["library"]["folders"][number];

interface FoldersCardProps {
  readonly library: Pick<LibraryPageQuery["library"], "folders">;
  /** Whether folders are added here, and not by what an empty library says. */
  readonly hasForm: boolean;
  readonly onChanged: () => void;
}

/** The folders of the library, which who manages the server may add, pause and remove. */
export function FoldersCard({
  library: { folders },
  hasForm,
  onChanged,
}: FoldersCardProps): JSX.Element | null {
  const { library: texts, folders: own } = useTexts();
  if (folders.length === 0 && !hasForm) return null;
  return (
    <section class="part-card" aria-labelledby="library-folders">
      <h2 id="library-folders" class="part-title">
        {texts.folders}
      </h2>
      <ul class="library-folders">
        {folders.map((folder, place) => (
          <FolderRow key={folder.path ?? place} folder={folder} onChanged={onChanged} />
        ))}
      </ul>
      {hasForm && (
        <details class="folders-more">
          <summary>{own.heading}</summary>
          <AddFolder onAdded={onChanged} />
        </details>
      )}
    </section>
  );
}

interface FolderRowProps {
  readonly folder: Folder;
  readonly onChanged: () => void;
}

function FolderRow({ folder, onChanged }: FolderRowProps): JSX.Element {
  const { library: texts, folders: own } = useTexts();
  const language = useLanguage();
  const { mayManage } = useSession();
  const { path, fileCount, isConfigured, isPaused, problem, away } = folder;
  return (
    <li>
      <strong dir="auto">{path ?? texts.folderHidden}</strong>
      <span>
        {texts.fileCount(formatNumber(language, fileCount), fileCount === 1)}
        {!isConfigured && `, ${texts.folderElsewhere}`}
        {isPaused && `, ${own.isPaused}`}
      </span>
      {problem !== null && (
        <span class="library-problem" dir="auto">
          {problem}
        </span>
      )}
      {away.map((directory, index) => (
        <span key={directory.path ?? index} class="library-problem" dir="auto">
          {texts.away(
            directory.path ?? texts.folderHidden,
            formatNumber(language, directory.fileCount),
            directory.fileCount === 1,
          )}{" "}
          {directory.reason}
        </span>
      ))}
      {mayManage && path !== null && (
        <FolderButtons folder={{ ...folder, path }} onChanged={onChanged} />
      )}
    </li>
  );
}

interface FolderButtonsProps {
  readonly folder: Folder & { readonly path: string };
  readonly onChanged: () => void;
}

/** Pauses, resumes or removes a folder; a removal is asked twice. */
function FolderButtons({ folder, onChanged }: FolderButtonsProps): JSX.Element {
  const { folders: texts } = useTexts();
  const { start, isWorking, failure } = useWork(onChanged);
  const [isAsking, setIsAsking] = useState(false);
  const { path, isConfigured, isPaused } = folder;
  return (
    <>
      <p class="folders-buttons">
        {isConfigured && (
          <button
            type="button"
            disabled={isWorking}
            aria-label={isPaused ? texts.resumeNamed(path) : texts.pauseNamed(path)}
            onClick={() => {
              start(() => pauseFolder(path, !isPaused));
            }}
          >
            {isPaused ? texts.resume : texts.pause}
          </button>
        )}
        {isRemovable(folder) && !isAsking && (
          <button
            type="button"
            disabled={isWorking}
            aria-label={texts.removeNamed(path)}
            onClick={() => {
              setIsAsking(true);
            }}
          >
            {texts.remove}
          </button>
        )}
        {isAsking && (
          <>
            <span>{texts.removeQuestion}</span>
            <button
              type="button"
              disabled={isWorking}
              onClick={() => {
                start(() => removeFolder(path));
              }}
            >
              {isWorking ? texts.removing : texts.removeNow}
            </button>
            <button
              type="button"
              disabled={isWorking}
              onClick={() => {
                setIsAsking(false);
              }}
            >
              {texts.keep}
            </button>
          </>
        )}
      </p>
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}
