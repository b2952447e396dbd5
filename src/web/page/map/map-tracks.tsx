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

/** Names that were asked for, by the ids of recordings. */
export type KnownNames = Map<string, NamedTrack>;

const PAUSE_MS = 120;
const MAX_NAMES = 5000;

/**
 * The name of a track, as soon as it is known; nothing for none.
 *
 * @param names takes what is asked for
 */
function useName(names: KnownNames, recordingId: string | null): NamedTrack | undefined {
  const [, setLoads] = useState(0);
  useEffect(() => {
    if (recordingId === null || names.has(recordingId)) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      request(MapTracksDocument, { tracks: [{ id: recordingId }] }, abort.signal).then(
        ({ analyses: [track] }) => {
          if (track?.__typename !== "TrackAnalysis") return;
          if (names.size >= MAX_NAMES) names.clear();
          names.set(recordingId, track);
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
  }, [names, recordingId]);
  return recordingId === null ? undefined : names.get(recordingId);
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

interface MarkedTrackProps {
  readonly names: KnownNames;
  /** `null` where the reader points to none. */
  readonly recordingId: string | null;
}

/** The track that the reader points to, with what is measured on it. */
export function MarkedTrack({ names, recordingId }: MarkedTrackProps): JSX.Element {
  const { map } = useTexts();
  const track = useName(names, recordingId);
  const factsOf = useFacts();
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

/** Plays a track that was chosen on the map, once, as soon as its name is known. */
export function usePickedTrack(names: KnownNames, picked: PickedTrack | null): void {
  const track = useName(names, picked?.recordingId ?? null);
  const played = useRef<PickedTrack | null>(null);
  useEffect(() => {
    if (!track || played.current === picked) return;
    played.current = picked;
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
