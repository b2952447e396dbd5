import { z } from "zod";
import type { AudioTags } from "../../../domain/library/library-file.js";
import type { ListedSong } from "../../../domain/music-server/song.js";
import { findTaggedValues } from "../../../domain/tagging/tagged-values.js";
import type { TagField } from "../../../domain/tagging/tag-field.js";
import { findName } from "../../../domain/track/name-text.js";
import { joinedValues } from "../../../domain/track/release-details.js";
import { findIsrc } from "../../../domain/track/track.js";
import { lenientlyOptional, uuid } from "../../metadata/reply-shapes.js";
import { listedSongFrom, saidNames, suffixOfPath } from "../listed-song.js";
import { saidFlag, saidId, saidNumber, saidText, timeFromIso } from "../said-values.js";

const named = lenientlyOptional(z.array(z.object({ name: z.string() })));

/**
 * A song in a reply; what cannot be read is left out, but for the id. Source: OpenSubsonic API, "Child",
 * opensubsonic.netlify.app/docs/responses/child.
 */
export const subsonicSong = z.object({
  id: saidId,
  isDir: saidFlag,
  isVideo: saidFlag,
  title: saidText,
  artist: saidText,
  artistId: lenientlyOptional(saidId),
  displayArtist: saidText,
  artists: named,
  album: saidText,
  displayAlbumArtist: saidText,
  albumArtists: named,
  displayComposer: saidText,
  contributors: lenientlyOptional(
    z.array(z.object({ role: saidText, artist: z.object({ name: z.string() }) })),
  ),
  genre: saidText,
  genres: named,
  works: named,
  movements: lenientlyOptional(z.array(z.object({ name: saidText, number: saidNumber }))),
  track: saidNumber,
  discNumber: saidNumber,
  year: saidNumber,
  coverArt: lenientlyOptional(saidId),
  size: saidNumber,
  suffix: saidText,
  contentType: saidText,
  duration: saidNumber,
  bitRate: saidNumber,
  path: saidText,
  musicBrainzId: lenientlyOptional(uuid),
  isrc: lenientlyOptional(z.union([z.string().transform((one) => [one]), z.array(z.string())])),
  bpm: saidNumber,
  replayGain: lenientlyOptional(z.object({ trackGain: saidNumber, trackPeak: saidNumber })),
  userRating: saidNumber,
  playCount: saidNumber,
  userPlayCount: saidNumber,
  starred: saidText,
  played: saidText,
});

type SubsonicSong = z.output<typeof subsonicSong>;

/** Returns a song of a reply; `undefined` for what is no audio, or of no format that scans take. */
export function listedSongOf(song: SubsonicSong): ListedSong | undefined {
  if (song.isDir === true || song.isVideo === true) return undefined;
  const artists = namesOf(song.artists);
  const [movement] = song.movements ?? [];
  return listedSongFrom({
    id: song.id,
    path: song.path,
    // As the server says it, or else that of its path.
    suffix: song.suffix?.toLowerCase() ?? suffixOfPath(song.path),
    sizeBytes: song.size,
    title: song.title,
    artist: findName(song.displayArtist) ?? findName(song.artist) ?? artists[0],
    artists,
    artistId: song.artistId,
    album: song.album,
    albumArtist: findName(song.displayAlbumArtist) ?? namesOf(song.albumArtists)[0],
    genre: joinedValues(namesOf(song.genres)) ?? song.genre,
    year: song.year,
    trackNumber: song.track,
    discNumber: song.discNumber,
    // One by one where the server lists them: what it displays separates them by any sign.
    composer: joinedValues(composersOf(song)) ?? song.displayComposer,
    work: namesOf(song.works)[0],
    movement: movement?.name,
    movementNumber: movement?.number,
    isrc: song.isrc?.map(findIsrc).find((code) => code !== undefined),
    musicbrainzId: song.musicBrainzId,
    durationSeconds: song.duration,
    bitRateKbps: song.bitRate,
    coverId: song.coverArt,
    tagged: taggedOf(song),
    use: {
      rating: song.userRating,
      favouriteAt: timeFromIso(song.starred),
      playCount: song.userPlayCount ?? song.playCount,
      playedAt: timeFromIso(song.played),
    },
  });
}

function taggedOf({ bpm, replayGain }: SubsonicSong): AudioTags["tagged"] {
  const texts = new Map<TagField, string>();
  const add = (field: TagField, value: number | undefined): void => {
    // A server that knows a field writes 0 where a song has no value of it.
    if (value !== undefined && value !== 0) texts.set(field, value.toFixed(6));
  };
  add("bpm", bpm);
  add("trackGain", replayGain?.trackGain);
  add("trackPeak", replayGain?.trackPeak);
  return findTaggedValues(texts, { artists: [] });
}

const composersOf = ({ contributors = [] }: SubsonicSong): readonly string[] =>
  namesOf(contributors.filter(({ role }) => role === "composer").map(({ artist }) => artist));

const namesOf = (list: readonly { readonly name: string }[] | undefined): readonly string[] =>
  saidNames(list?.map(({ name }) => name));
