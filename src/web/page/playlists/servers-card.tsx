import type { JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import {
  KeepPlaylistOnServerDocument,
  PlaylistServersDocument,
  TakePlaylistFromServerDocument,
  type PlaylistServersQuery,
  type ServerPlaylistKind,
} from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { formatDate, formatNumber } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { serverNameOf } from "../parts/server-name.js";
import { useWork, type StartedWork } from "../parts/use-work.js";
import { useLanguage } from "../texts/language.js";
import { SERVER_TEXTS } from "./servers-texts.js";

/** After which it is asked again how far a playlist is that is being sent, and one that may be sent without being asked. */
const WAITING_MILLISECONDS = 2_000;
const KEPT_MILLISECONDS = 10_000;

type Kept = PlaylistServersQuery["playlist"]["servers"][number];

interface ServersCardProps {
  /** Identifies the playlist. */
  readonly id: string;
  /** Its revision, since a playlist that has changed is sent. */
  readonly revision: number;
}

/** The music servers that a playlist is kept on, for who may write; nothing where the library has none. */
export function ServersCard({ id, revision }: ServersCardProps): JSX.Element | null {
  const texts = useServerTexts();
  const { kept, names, failure, reload } = useServers({ id, revision });
  const work = useWork(reload);
  const others = names.filter((name) => kept.every(({ server }) => server !== name));
  if (failure === null && names.length + kept.length === 0) return null;
  const keep = (server: string, kind: ServerPlaylistKind, isPublic: boolean): void => {
    const input = { id, server, kind, isPublic };
    work.start(() => request(KeepPlaylistOnServerDocument, { input }));
  };
  return (
    <section class="part-card" aria-labelledby="playlist-servers">
      <h2 id="playlist-servers" class="part-title">
        {texts.servers}
      </h2>
      <p>{texts.serversHint}</p>
      {kept.length > 0 && (
        <ul class="playlists-list">
          {kept.map((one) => (
            <KeptRow
              key={one.server}
              kept={one}
              work={work}
              onSend={() => {
                keep(one.server, one.kind, one.isPublic);
              }}
              onTake={() => {
                const { server } = one;
                work.start(() => request(TakePlaylistFromServerDocument, { id, server }));
              }}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && <KeepForm names={others} isWorking={work.isWorking} onKeep={keep} />}
      {failure !== null && <FailureNotice failure={failure} onRetry={reload} />}
      {work.failure !== null && <FailureNotice failure={work.failure} />}
    </section>
  );
}

/** Loads where a playlist is kept, again and again while it is kept anywhere. */
function useServers({ id, revision }: ServersCardProps): {
  readonly kept: readonly Kept[];
  /** The names of all music servers. */
  readonly names: readonly string[];
  readonly failure: unknown;
  readonly reload: () => void;
} {
  const [answer, setAnswer] = useState<PlaylistServersQuery | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const reload = (): void => {
    setTurn((last) => last + 1);
  };
  useEffect(() => {
    const reading = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    request(PlaylistServersDocument, { id }, reading.signal).then(
      (read) => {
        if (reading.signal.aborted) return;
        setAnswer(read);
        setFailure(null);
        const { servers } = read.playlist;
        const isWaiting = servers.some(({ state }) => state === "WAITING");
        const pause = isWaiting ? WAITING_MILLISECONDS : KEPT_MILLISECONDS;
        if (servers.length > 0) timer = setTimeout(reload, pause);
      },
      (problem: unknown) => {
        if (!reading.signal.aborted) setFailure(problem);
      },
    );
    return () => {
      reading.abort();
      clearTimeout(timer);
    };
  }, [id, revision, turn]);
  const paths = answer?.library.folders.flatMap(({ path }) => path ?? []) ?? [];
  const names = paths.flatMap((path) => serverNameOf(path) ?? []);
  return { kept: answer?.playlist.servers ?? [], names, failure, reload };
}

interface KeptRowProps {
  readonly kept: Kept;
  readonly work: StartedWork;
  /** Sends the playlist as another one, where somebody has changed or removed it there. */
  readonly onSend: () => void;
  readonly onTake: () => void;
}

/** A music server that has the playlist, or is to have it. */
function KeptRow({ kept, work: { isWorking }, onSend, onTake }: KeptRowProps): JSX.Element {
  const texts = useServerTexts();
  const language = useLanguage();
  const { server, kind, isPublic, state, songCount, leftOut, sentAt, problem } = kept;
  const counts =
    state === "SENT" && songCount !== null
      ? [
          texts.sentSongs(formatNumber(language, songCount), songCount === 1),
          ...(leftOut ? [texts.leftOut(formatNumber(language, leftOut), leftOut === 1)] : []),
          ...(sentAt === null ? [] : [formatDate(language, sentAt)]),
        ]
      : [texts.serverStates[state]];
  const words = [
    ...(kind === "FAVOURITES" ? [texts.asFavourites] : []),
    ...(isPublic ? [texts.isPublic] : []),
    ...counts,
  ];
  return (
    <li>
      <span class="playlists-names">
        <strong dir="auto">{server}</strong>
        <span role="status">{words.join(" · ")}</span>
        {problem !== null && <span dir="auto">{problem}</span>}
      </span>
      <span class="playlists-buttons">
        {(state === "CHANGED" || state === "REMOVED") && (
          <button
            type="button"
            disabled={isWorking}
            aria-label={`${texts.sendAgain}: ${server}`}
            onClick={onSend}
          >
            {texts.sendAgain}
          </button>
        )}
        <button
          type="button"
          disabled={isWorking}
          title={texts.takeHint}
          aria-label={`${texts.take}: ${server}`}
          onClick={onTake}
        >
          {texts.take}
        </button>
      </span>
    </li>
  );
}

interface KeepFormProps {
  /** The music servers to choose from, at least one. */
  readonly names: readonly string[];
  readonly isWorking: boolean;
  readonly onKeep: (server: string, kind: ServerPlaylistKind, isPublic: boolean) => void;
}

/** Sends the playlist to a music server, and keeps it there. */
function KeepForm({ names, isWorking, onKeep }: KeepFormProps): JSX.Element {
  const texts = useServerTexts();
  const [kind, setKind] = useState<ServerPlaylistKind>("PLAYLIST");
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const server = form.get("server");
    if (typeof server === "string") onKeep(server, kind, form.has("isPublic"));
  };
  return (
    <form class="keep-name" onSubmit={submit}>
      <label class="part-field">
        {texts.server}
        <select name="server" dir="auto">
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="part-field">
        {texts.becomes}
        <select
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(currentTarget.value === "FAVOURITES" ? "FAVOURITES" : "PLAYLIST");
          }}
        >
          <option value="PLAYLIST">{texts.asPlaylist}</option>
          <option value="FAVOURITES">{texts.asFavourites}</option>
        </select>
      </label>
      {kind === "PLAYLIST" && (
        <label>
          <input type="checkbox" name="isPublic" /> {texts.publicThere}
        </label>
      )}
      <button type="submit" disabled={isWorking}>
        {texts.keepThere}
      </button>
    </form>
  );
}

/** Returns the texts of the card in the language of the page, whatever the region of the browser is. */
function useServerTexts(): (typeof SERVER_TEXTS)["en"] {
  const [tag = ""] = useLanguage().split("-");
  return SERVER_TEXTS[tag] ?? SERVER_TEXTS.en;
}
