import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { MapTracksDocument, type MapTracksQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { formatNumber } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { NameLinks } from "../parts/name-links.js";
import { playTracks } from "../player/player-store.js";
import { TrackTable } from "../table/track-table.js";
import { useIdRows } from "../table/use-id-rows.js";
import { useLanguage, useTexts } from "../texts/language.js";

/** A track of a map with its names. */
type NamedTrack = Extract<MapTracksQuery["analyses"][number], { __typename: "TrackAnalysis" }>;

const PAUSE_MS = 120;
/** Names that were asked for, by the ids of recordings; they live as long as the page. */
const MAX_NAMES = 5000;

/** The names of some tracks, at most 100, as far as they are known. */
function useNames(recordingIds: readonly string[]): {
  readonly names: ReadonlyMap<string, NamedTrack>;
} {
  const known = useRef(new Map<string, NamedTrack>());
  const [, setLoads] = useState(0);
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
          setLoads((last) => last + 1);
        },
        // The name of what is pointed to is asked for again with the next track.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);
  return { names: known.current };
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

/** A track that was chosen on the map; another object for each time. */
export interface PickedTrack {
  readonly recordingId: string;
}

/** Plays a track that was chosen on the map, as soon as its name is known. */
export function usePickedTrack(picked: PickedTrack | null): void {
  const { names } = useNames(picked === null ? [] : [picked.recordingId]);
  const track = picked === null ? undefined : names.get(picked.recordingId);
  useEffect(() => {
    if (!track) return;
    const { trackName, artist } = track;
    playTracks([{ ref: track.recordingId, trackName, artist, album: null, thumbnailUrl: null }]);
  }, [picked, track]);
}

interface MapTracksProps {
  /** Indexes of the tracks in the rectangle. */
  readonly indexes: readonly number[];
  readonly recordingIdAt: (index: number) => string;
  readonly onMark: (index: number | null) => void;
  readonly onClear: () => void;
}

/** The tracks of the rectangle that was drawn on the map. */
export function MapTracks(props: MapTracksProps): JSX.Element {
  const { indexes, recordingIdAt, onMark, onClear } = props;
  const { map } = useTexts();
  const language = useLanguage();
  const tracks = useMemo(
    () => ({
      count: indexes.length,
      idAt: (place: number): string => recordingIdAt(indexes[place] ?? -1),
    }),
    [indexes, recordingIdAt],
  );
  const rows = useIdRows(tracks);
  return (
    <section class="map-tracks" aria-labelledby="map-tracks">
      <h2 id="map-tracks">{map.selected}</h2>
      <p role="status">
        {map.selectedCount(formatNumber(language, indexes.length), indexes.length === 1)}
      </p>
      <button type="button" onClick={onClear}>
        {map.clear}
      </button>
      <TrackTable
        label={map.selected}
        rows={rows}
        list=""
        onPoint={(place) => {
          onMark(indexes[place] ?? null);
        }}
      />
    </section>
  );
}
