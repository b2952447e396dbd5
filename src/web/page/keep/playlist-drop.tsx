import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatNumber } from "../parts/formats.js";
import { useFailureText } from "../parts/notice.js";
import { takesTracks, trackTarget } from "../player/dragged-tracks.js";
import type { PlayedTrack } from "../player/play-queue.js";
import { useSession } from "../session/session.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { addTracks, hasRows, usePlaylists, type PlaylistFacts } from "./use-playlists.js";
import "./keep.css";

/** Offers the playlists of the reader while tracks are dragged, and takes those that are dropped on one. */
export function PlaylistDrop(): JSX.Element | null {
  const { playlists: texts } = useTexts();
  const language = useLanguage();
  const failureText = useFailureText();
  const { mayWrite } = useSession();
  const isDragging = useTrackDrag();
  const [said, setSaid] = useState("");
  const add = (playlist: PlaylistFacts, tracks: readonly PlayedTrack[]): void => {
    const refs = tracks.map(({ ref }) => ref);
    const text = texts.added(
      playlist.name,
      formatNumber(language, tracks.length),
      tracks.length === 1,
    );
    addTracks(playlist, refs).then(
      () => {
        setSaid(text);
      },
      (failure: unknown) => {
        setSaid(failureText(failure));
      },
    );
  };
  if (!mayWrite) return null;
  return (
    <div class="keep-drop">
      {isDragging && <Targets onDrop={add} />}
      <p role="status">{said}</p>
    </div>
  );
}

interface TargetsProps {
  readonly onDrop: (playlist: PlaylistFacts, tracks: readonly PlayedTrack[]) => void;
}

function Targets({ onDrop }: TargetsProps): JSX.Element | null {
  const { playlists: texts } = useTexts();
  const { playlists } = usePlaylists();
  const [over, setOver] = useState<string | null>(null);
  const targets = playlists?.filter(hasRows) ?? [];
  if (targets.length === 0) return null;
  return (
    <ul aria-label={texts.dropHere}>
      {targets.map((playlist) => (
        <li
          key={playlist.id}
          dir="auto"
          class={over === playlist.id ? "keep-over" : undefined}
          {...trackTarget(
            (tracks) => {
              onDrop(playlist, tracks);
            },
            () => {
              setOver(playlist.id);
            },
          )}
        >
          {playlist.name}
        </li>
      ))}
    </ul>
  );
}

/** Whether tracks of the page are being dragged. */
function useTrackDrag(): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener(
      "dragstart",
      (event) => {
        // A page that changes in the same task ends the drag in some browsers.
        if (takesTracks(event)) setTimeout(setDragging, 0, true);
      },
      { signal },
    );
    for (const end of ["dragend", "drop"]) {
      addEventListener(
        end,
        () => {
          setDragging(false);
        },
        { signal },
      );
    }
    return () => {
      stop.abort();
    };
  }, []);
  return isDragging;
}
