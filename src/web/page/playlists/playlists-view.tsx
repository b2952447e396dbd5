import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
  CopyPlaylistDocument,
  DeletePlaylistDocument,
  UndoPlaylistDocument,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { usePlaylists, type PlaylistFacts } from "../keep/use-playlists.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useWork } from "../parts/use-work.js";
import { playTracks } from "../player/player-store.js";
import { useSession } from "../session/session.js";
import { playedTrackOf } from "../table/play-rows.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { loadPlaylist, type LoadedPlaylist } from "./load-playlist.js";
import { playlistWords } from "./playlist-words.js";
import "../parts/parts.css";
import "./playlists.css";

/** The view of the playlists of the reader. */
export function PlaylistsView(): JSX.Element {
  const { playlists: texts, imports } = useTexts();
  const { playlists, failure: unread, reload } = usePlaylists();
  const { start, isWorking, failure } = useWork(reload);
  const { mayWrite } = useSession();
  const [deleted, setDeleted] = useState<PlaylistFacts | null>(null);
  const problem = failure ?? unread;
  return (
    <section>
      <h1>{texts.heading}</h1>
      <p class="part-intro">
        {texts.intro} <a href="#/import">{imports.link}</a>
      </p>
      {problem !== null && <FailureNotice failure={problem} onRetry={reload} />}
      {playlists === null && problem === null && <Notice>{texts.loading}</Notice>}
      {deleted && (
        <DeletedNotice
          name={deleted.name}
          isWorking={isWorking}
          onUndo={() => {
            start(async () => {
              await request(UndoPlaylistDocument, { id: deleted.id });
              setDeleted(null);
            });
          }}
        />
      )}
      {playlists?.length === 0 && (
        <p class="part-card">
          {texts.empty} <a href="#/library">{texts.toLibrary}</a>
        </p>
      )}
      <ul class="playlists-list">
        {playlists?.map((playlist) => (
          <li key={playlist.id} class="part-card">
            <Names playlist={playlist} />
            <span class="playlists-buttons">
              <button
                type="button"
                aria-label={texts.playNamed(playlist.name)}
                onClick={() => {
                  start(async () => {
                    playPlaylist(await loadPlaylist(playlist.id, new AbortController().signal));
                  });
                }}
              >
                {texts.play}
              </button>
              {mayWrite && (
                <>
                  <button
                    type="button"
                    disabled={isWorking}
                    aria-label={texts.duplicateNamed(playlist.name)}
                    onClick={() => {
                      start(() => request(CopyPlaylistDocument, { id: playlist.id }));
                    }}
                  >
                    {texts.duplicate}
                  </button>
                  <button
                    type="button"
                    disabled={isWorking}
                    aria-label={texts.deleteNamed(playlist.name)}
                    onClick={() => {
                      start(async () => {
                        await request(DeletePlaylistDocument, { id: playlist.id });
                        setDeleted(playlist);
                      });
                    }}
                  >
                    {texts.delete}
                  </button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Names({ playlist }: { readonly playlist: PlaylistFacts }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  return (
    <span class="playlists-names">
      <a href={`#/playlist/${playlist.id}`} dir="auto">
        {playlist.name}
      </a>
      <span>{playlistWords(texts, language, playlist)}</span>
      {playlist.note !== "" && <span dir="auto">{playlist.note}</span>}
    </span>
  );
}

interface DeletedNoticeProps {
  readonly name: string;
  readonly isWorking: boolean;
  readonly onUndo: () => void;
}

/** Says that a playlist is deleted, and brings it back. */
export function DeletedNotice({ name, isWorking, onUndo }: DeletedNoticeProps): JSX.Element {
  const { playlists: texts } = useTexts();
  return (
    <div class="part-card playlists-deleted" role="status">
      <span dir="auto">{texts.deleted(name)}</span>
      <button type="button" disabled={isWorking} onClick={onUndo}>
        {texts.undo}
      </button>
    </div>
  );
}

/** Plays what a playlist has, without what is missing. */
export function playPlaylist({ rows }: Pick<LoadedPlaylist, "rows">): void {
  const present = rows.flatMap(({ shown, isMissing }) => (shown && !isMissing ? [shown] : []));
  if (present.length > 0) playTracks(present.map(playedTrackOf));
}
