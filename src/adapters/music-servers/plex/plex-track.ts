import { z } from "zod";
import type { AudioTags } from "../../../domain/library/library-file.js";
import type { ListedSong } from "../../../domain/music-server/song.js";
import { findTaggedValues } from "../../../domain/tagging/tagged-values.js";
import { findName } from "../../../domain/track/name-text.js";
import { joinedValues } from "../../../domain/track/release-details.js";
import { starsOutOf } from "../../../domain/track/song-use.js";
import { lenientlyOptional, uuid } from "../../metadata/reply-shapes.js";
import { listedSongFrom, saidNames, suffixOfPath } from "../listed-song.js";
import { saidId, saidNumber, saidText } from "../said-values.js";

const MILLISECONDS = 1_000;

/** The best rating that a user can give; half a star is one. */
const BEST_RATING = 10;

/** An id of MusicBrainz: of a track, that of the track on its release, and not of the recording. */
const MUSICBRAINZ_ID = /^mbid:\/\/([0-9a-f-]{36})$/i;

/** Paths of pictures on the server itself. */
const OWN_PICTURE = /^\/library\//;

/** Paths of files. */
const PART_KEY = /^\/library\/parts\//;

const part = z.object({
  key: lenientlyOptional(z.string().regex(PART_KEY)),
  file: saidText,
  size: saidNumber,
  container: saidText,
});

/**
 * A track in a reply; what cannot be read is left out, but for the id. Sources: Plex Media Server API, developer.plex.tv/pms, "Metadata";
 * python-plexapi, `audio.py`; FoxxMD/multi-scrobbler, issue 447, for what the id of MusicBrainz is.
 */
export const plexTrack = z.object({
  ratingKey: saidId,
  type: saidText,
  title: saidText,
  originalTitle: saidText,
  grandparentTitle: saidText,
  grandparentRatingKey: lenientlyOptional(saidId),
  parentTitle: saidText,
  index: saidNumber,
  parentIndex: saidNumber,
  year: saidNumber,
  parentYear: saidNumber,
  duration: saidNumber,
  thumb: saidText,
  parentThumb: saidText,
  Genre: lenientlyOptional(z.array(z.object({ tag: z.string() }))),
  Guid: lenientlyOptional(z.array(z.object({ id: z.string() }))),
  userRating: saidNumber,
  viewCount: saidNumber,
  lastViewedAt: saidNumber,
  Media: lenientlyOptional(
    z.array(
      z.object({
        bitrate: saidNumber,
        container: saidText,
        Part: lenientlyOptional(z.array(part)),
      }),
    ),
  ),
});

export type PlexTrack = z.output<typeof plexTrack>;

/** Returns the path of the file of a track; of several files, of the first. */
export const partKeyOf = ({ Media }: PlexTrack): string | undefined => Media?.[0]?.Part?.[0]?.key;

/** Returns a song of a reply; `undefined` for what is no track, or of no format that scans take. */
export function songOfTrack(track: PlexTrack): ListedSong | undefined {
  if (track.type !== "track") return undefined;
  const [medium] = track.Media ?? [];
  const [file] = medium?.Part ?? [];
  // Stated where the artist of the track is another one than that of the album.
  const ownArtist = findName(track.originalTitle);
  const seconds = track.duration === undefined ? undefined : track.duration / MILLISECONDS;
  const playedAt = (track.lastViewedAt ?? 0) * MILLISECONDS;
  return listedSongFrom({
    id: track.ratingKey,
    path: file?.file,
    suffix: suffixOfPath(file?.file) || (file?.container ?? medium?.container ?? "").toLowerCase(),
    sizeBytes: file?.size,
    title: track.title,
    artist: ownArtist ?? track.grandparentTitle,
    artists: [],
    artistId: ownArtist === undefined ? track.grandparentRatingKey : undefined,
    album: track.parentTitle,
    albumArtist: track.grandparentTitle,
    genre: joinedValues(saidNames(track.Genre?.map(({ tag }) => tag))),
    year: track.parentYear ?? track.year,
    trackNumber: track.index,
    discNumber: track.parentIndex,
    durationSeconds: seconds,
    bitRateKbps: medium?.bitrate,
    tagged: taggedOf(track),
    coverId: [track.thumb, track.parentThumb].find((path) => OWN_PICTURE.test(path ?? "")),
    use: {
      rating: starsOutOf(track.userRating, BEST_RATING),
      favouriteAt: undefined,
      playCount: track.viewCount,
      playedAt: playedAt > 0 ? playedAt : undefined,
    },
  });
}

function taggedOf({ Guid = [] }: PlexTrack): AudioTags["tagged"] {
  const ids = Guid.map(({ id }) => uuid.safeParse(MUSICBRAINZ_ID.exec(id)?.[1]).data);
  const track = ids.find((id) => id !== undefined);
  return findTaggedValues(new Map(), { ...(track !== undefined && { track }), artists: [] });
}
