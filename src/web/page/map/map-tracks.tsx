import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { MapTracksDocument, type MapTracksQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { formatNumber } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { FailureNotice } from "../parts/notice.js";
import { useTrackSound } from "../playback/use-track-sound.js";
import { NameLinks } from "../parts/name-links.js";
import { useLanguage, useTexts } from "../texts/language.js";

/** A track of a map with its names. */
type NamedTrack = Extract<MapTracksQuery["analyses"][number], { __typename: "TrackAnalysis" }>;

const PAUSE_MS = 120;
const TRACKS_PER_PAGE = 50;
/** Names that were asked for, by the ids of recordings; they live as long as the page. */
const MAX_NAMES = 5000;

/** The names of some tracks, at most 100, as far as they are known. */
function useNames(recordingIds: readonly string[]): {
  readonly names: ReadonlyMap<string, NamedTrack>;
  readonly failure: unknown;
} {
  const known = useRef(new Map<string, NamedTrack>());
  const [state, setState] = useState<{ loads: number; failure: unknown }>({
    ...{ loads: 0, failure: null },
  });
  const wanted = recordingIds.join();
  useEffect(() => {
    const missing = recordingIds.filter((id) => !known.current.has(id));
    if (missing.length === 0) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      request(MapTracksDocument, { tracks: missing.map((id) => ({ id })) }, abort.signal).then(
        ({ analyses }) => {
          if (known.current.size > MAX_NAMES) known.current.clear();
          for (const one of analyses) {
            if (one.__typename === "TrackAnalysis") known.current.set(one.recordingId, one);
          }
          setState(({ loads }) => ({ loads: loads + 1, failure: null }));
        },
        (failure: unknown) => {
          if (!abort.signal.aborted) setState((last) => ({ ...last, failure }));
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);
  return { names: known.current, failure: state.failure };
}

/** What is known of one track, for a line below its name. */
function useFacts(): (track: NamedTrack) => string {
  const texts = useTexts();
  const language = useLanguage();
  return ({ tempo, key, mode }) =>
    [
      tempo === null ? null : texts.track.bpm(formatNumber(language, tempo, 1)),
      keyNameIn(texts, key, mode),
    ]
      .filter((fact) => fact !== null)
      .join(" · ");
}

/** The track that the reader points to, with what is measured on it. */
export function MarkedTrack({ recordingId }: { readonly recordingId: string | null }): JSX.Element {
  const { map } = useTexts();
  const { names } = useNames(recordingId === null ? [] : [recordingId]);
  const factsOf = useFacts();
  const track = recordingId === null ? undefined : names.get(recordingId);
  return (
    <div class="part-card map-marked" role="status">
      {track ? (
        <>
          <a href={`#/track/${track.recordingId}`} dir="auto">
            {track.trackName}
          </a>
          <span class="part-names">
            <NameLinks artist={track.artist} />
          </span>
          <span>{factsOf(track)}</span>
        </>
      ) : (
        <span>{recordingId === null ? map.pointAtTrack : map.loadingNames}</span>
      )}
    </div>
  );
}

/** Plays the file of a track that was chosen on the map, where the server has one. */
export function ChosenTrack({ recordingId }: { readonly recordingId: string }): JSX.Element {
  const { map, track: texts, waveform } = useTexts();
  const { names } = useNames([recordingId]);
  const { file, decoding, playback } = useTrackSound(recordingId, false);
  const { state, isPlaying, toggle } = playback;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (state !== "ready" || hasStarted.current) return;
    hasStarted.current = true;
    toggle();
  }, [state, toggle]);
  const name = names.get(recordingId)?.trackName ?? "";
  const message = (): string => {
    if (file.state === "missing") return texts.noAudio;
    if (state === "unplayable") {
      const isWaiting = file.state === "loading" || decoding.state === "running";
      return isWaiting ? waveform.decodingToPlay : texts.audioUnplayable;
    }
    return isPlaying ? map.playing(name) : "";
  };
  return (
    <div class="part-card map-chosen">
      {state === "ready" && (
        <button type="button" class="primary" onClick={toggle}>
          {isPlaying ? texts.pause : texts.play}
        </button>
      )}
      <a href={`#/track/${recordingId}`} dir="auto">
        {name}
      </a>
      <span role="status">{message()}</span>
    </div>
  );
}

interface MapTracksProps {
  /** Indexes of the tracks in the rectangle. */
  readonly indexes: readonly number[];
  readonly recordingIdAt: (index: number) => string;
  readonly onMark: (index: number | null) => void;
  readonly onClear: () => void;
}

/** The tracks of the rectangle that was drawn on the map. */
export function MapTracks({
  indexes,
  recordingIdAt,
  onMark,
  onClear,
}: MapTracksProps): JSX.Element {
  const { map, library } = useTexts();
  const language = useLanguage();
  const factsOf = useFacts();
  const [pages, setPages] = useState(1);
  const listed = indexes.slice(0, pages * TRACKS_PER_PAGE);
  const ids = listed.map(recordingIdAt);
  const { names, failure } = useNames(ids.slice(-TRACKS_PER_PAGE));
  return (
    <section class="map-tracks" aria-labelledby="map-tracks">
      <h2 id="map-tracks">{map.selected}</h2>
      <p role="status">
        {map.selectedCount(formatNumber(language, indexes.length), indexes.length === 1)}
      </p>
      <button type="button" onClick={onClear}>
        {map.clear}
      </button>
      {failure !== null && <FailureNotice failure={failure} />}
      <ul>
        {listed.map((index, place) => {
          const track = names.get(ids[place] ?? "");
          return (
            <li
              key={ids[place]}
              onPointerEnter={() => {
                onMark(index);
              }}
              onFocusIn={() => {
                onMark(index);
              }}
            >
              <a href={`#/track/${ids[place] ?? ""}`} dir="auto">
                {track?.trackName ?? "…"}
              </a>
              <span class="part-names">{track && <NameLinks artist={track.artist} />}</span>
              <span>{track && factsOf(track)}</span>
            </li>
          );
        })}
      </ul>
      {indexes.length > listed.length && (
        <button
          type="button"
          onClick={() => {
            setPages(pages + 1);
          }}
        >
          {library.more}
        </button>
      )}
    </section>
  );
}
