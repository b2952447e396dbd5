import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LibraryPageQuery } from "../generated/documents.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { useWork } from "../parts/use-work.js";
import { useSession } from "../session/session.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { serverNameOf } from "../parts/server-name.js";
import { AddFolder } from "./add-folder.js";
import {
  isRemovable,
  listServers,
  pauseFolder,
  removeFolder,
  SERVER_KINDS,
  tryServer,
  type ListedServer,
  type TriedServer,
} from "./folder-requests.js";
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
  const servers = useServers(folders);
  if (folders.length === 0 && !hasForm) return null;
  return (
    <section class="part-card" aria-labelledby="library-folders">
      <h2 id="library-folders" class="part-title">
        {texts.folders}
      </h2>
      <ul class="library-folders">
        {folders.map((folder, place) => (
          <FolderRow
            key={folder.path ?? place}
            folder={folder}
            server={servers.find(({ name }) => name === serverNameOf(folder.path ?? ""))}
            onChanged={onChanged}
          />
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

const NO_SERVERS: readonly ListedServer[] = [];

/** Returns the music servers among folders, to who manages the server; none until they are known. */
function useServers(folders: readonly Folder[]): readonly ListedServer[] {
  const { mayManage } = useSession();
  const [servers, setServers] = useState(NO_SERVERS);
  const names = folders.flatMap(({ path }) => serverNameOf(path ?? "") ?? []).join();
  useEffect(() => {
    if (!mayManage || names === "") return undefined;
    const abort = new AbortController();
    listServers(abort.signal).then(setServers, () => undefined);
    return () => {
      abort.abort();
    };
  }, [mayManage, names]);
  return servers;
}

interface FolderRowProps {
  readonly folder: Folder;
  /** The music server that it is; absent where it is none, or where it is not known. */
  readonly server: ListedServer | undefined;
  readonly onChanged: () => void;
}

function FolderRow({ folder, server, onChanged }: FolderRowProps): JSX.Element {
  const { library: texts, folders: own } = useTexts();
  const language = useLanguage();
  const { mayManage } = useSession();
  const { path, fileCount, isConfigured, isPaused, problem, away } = folder;
  return (
    <li>
      <strong dir="auto">{path ?? texts.folderHidden}</strong>
      {server && (
        <span>
          {SERVER_KINDS[server.kind]}, <bdi>{server.url}</bdi>
          {server.isConfigured && `, ${own.ofSetting}`}
        </span>
      )}
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
        <FolderButtons folder={{ ...folder, path }} server={server} onChanged={onChanged} />
      )}
    </li>
  );
}

interface FolderButtonsProps extends Pick<FolderRowProps, "server"> {
  readonly folder: Folder & { readonly path: string };
  readonly onChanged: () => void;
}

/** Tries a music server, and says what it answers. */
function ServerTrial({
  name,
  path,
}: {
  readonly name: string;
  readonly path: string;
}): JSX.Element {
  const { folders: texts } = useTexts();
  const { start, isWorking, failure } = useWork();
  const [tried, setTried] = useState<TriedServer | null>(null);
  const { product, version, isScanning, problem } = tried ?? {};
  const program = [product, version].filter((part) => typeof part === "string").join(" ");
  return (
    <>
      <button
        type="button"
        disabled={isWorking}
        aria-label={texts.tryNamed(path)}
        onClick={() => {
          setTried(null);
          start(async () => {
            setTried(await tryServer(name));
          });
        }}
      >
        {isWorking ? texts.asking : texts.tryIt}
      </button>
      <span role="status" class={problem ? "library-problem" : undefined} dir="auto">
        {tried && (problem ? `${name} ${problem}` : texts.answers(program))}
        {isScanning === true && ` ${texts.serverScans}`}
      </span>
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}

/** Pauses, resumes or removes a folder, or tries its music server; a removal is asked twice. */
function FolderButtons({ folder, server, onChanged }: FolderButtonsProps): JSX.Element {
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
        {server && <ServerTrial name={server.name} path={path} />}
        {isRemovable(folder, server) && !isAsking && (
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
