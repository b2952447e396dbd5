import { z } from "zod";
import { formatOfName } from "../../../domain/library/audio-formats.js";
import type { AudioTags } from "../../../domain/library/library-file.js";
import { isOfKnownFormat, type ListedSong } from "../../../domain/music-server/song.js";
import { findTaggedValues } from "../../../domain/tagging/tagged-values.js";
import type { TagField } from "../../../domain/tagging/tag-field.js";
import { findName } from "../../../domain/track/name-text.js";
import {
  findPlace,
  findYear,
  joinedGenres,
  releaseDetailsOf,
} from "../../../domain/track/release-details.js";
import type { SongUse } from "../../../domain/track/song-use.js";
import { findIsrc } from "../../../domain/track/track.js";
import { tagsFromFileName } from "../../library/file-name-tags.js";
import { lenientlyOptional, uuid } from "../../metadata/reply-shapes.js";

const text = lenientlyOptional(z.string());
/** Some servers write numbers as text. */
const number = lenientlyOptional(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ]),
);
const named = lenientlyOptional(z.array(z.object({ name: z.string() })));
const flag = lenientlyOptional(z.union([z.boolean(), z.stringbool()]));

/**
 * A song in a reply; what cannot be read is left out, but for the id. Source: OpenSubsonic API, "Child",
 * opensubsonic.netlify.app/docs/responses/child.
 */
export const subsonicSong = z.object({
  id: z.coerce.string().min(1),
  isDir: flag,
  isVideo: flag,
  title: text,
  artist: text,
  artistId: lenientlyOptional(z.coerce.string().min(1)),
  displayArtist: text,
  artists: named,
  album: text,
  displayAlbumArtist: text,
  albumArtists: named,
  displayComposer: text,
  genre: text,
  genres: named,
  works: named,
  movements: lenientlyOptional(z.array(z.object({ name: text, number }))),
  track: number,
  discNumber: number,
  year: number,
  coverArt: lenientlyOptional(z.coerce.string().min(1)),
  size: number,
  suffix: text,
  contentType: text,
  duration: number,
  bitRate: number,
  path: text,
  musicBrainzId: lenientlyOptional(uuid),
  isrc: lenientlyOptional(z.union([z.string().transform((one) => [one]), z.array(z.string())])),
  bpm: number,
  replayGain: lenientlyOptional(z.object({ trackGain: number, trackPeak: number })),
  userRating: number,
  playCount: number,
  userPlayCount: number,
  starred: text,
  played: text,
});

type SubsonicSong = z.output<typeof subsonicSong>;

/** Returns a song of a reply; `undefined` for what is no audio, or of no format that scans take. */
export function listedSongOf(song: SubsonicSong): ListedSong | undefined {
  if (song.isDir === true || song.isVideo === true) return undefined;
  const suffix = suffixOf(song);
  const { artistId, coverArt: coverId } = song;
  const listed = {
    id: song.id,
    ...(song.path !== undefined && { path: song.path }),
    suffix,
    sizeBytes: countOf(song.size) ?? 0,
    tags: tagsOf(song, suffix),
    ...(artistId !== undefined && { artistId }),
    ...(coverId !== undefined && { coverId }),
    use: useOf(song),
  };
  return isOfKnownFormat(listed) ? listed : undefined;
}

/** Returns the extension of the file: as the server says it, or else that of its path. */
function suffixOf({ suffix, path = "" }: SubsonicSong): string {
  const [, extension = ""] = /\.([^./\\]+)$/.exec(path) ?? [];
  return (suffix ?? extension).toLowerCase();
}

function tagsOf(song: SubsonicSong, suffix: string): AudioTags {
  const byName = tagsFromFileName(song.path ?? `${song.title ?? ""}.${suffix}`);
  const artists = namesOf(song.artists);
  const isrc = song.isrc?.map(findIsrc).find((code) => code !== undefined);
  const seconds = song.duration;
  const bitRateKbps = countOf(song.bitRate) ?? 0;
  const [movement] = song.movements ?? [];
  const tagged = taggedOf(song);
  return {
    artist: findName(song.displayArtist) ?? findName(song.artist) ?? artists[0] ?? byName.artist,
    trackName: findName(song.title) ?? byName.trackName,
    ...(artists.length > 1 && { artists }),
    ...releaseDetailsOf({
      album: findName(song.album),
      albumArtist: findName(song.displayAlbumArtist) ?? namesOf(song.albumArtists)[0],
      genre: findName(joinedGenres(namesOf(song.genres)) ?? song.genre),
      year: findYear(song.year),
      trackNumber: findPlace(song.track),
      discNumber: findPlace(song.discNumber),
      composer: findName(song.displayComposer),
      label: undefined,
      work: namesOf(song.works)[0],
      movement: findName(movement?.name),
      movementNumber: findPlace(movement?.number),
    }),
    ...(isrc !== undefined && { isrc }),
    ...(song.musicBrainzId !== undefined && { musicbrainzId: song.musicBrainzId }),
    ...(seconds !== undefined && seconds > 0 && { durationSeconds: seconds }),
    ...formatOf(suffix),
    ...(bitRateKbps > 0 && { bitRateKbps }),
    hasCover: song.coverArt !== undefined,
    ...(tagged !== undefined && { tagged }),
  };
}

/** Returns the name of a format that its extension tells; nothing for containers of several codecs. */
function formatOf(suffix: string): Pick<AudioTags, "format"> {
  if (suffix === "opus") return { format: "Opus" };
  const format = formatOfName(`.${suffix}`);
  const isContainer = format?.decoder === "ogg" || format?.name.includes("(");
  return format === undefined || isContainer ? {} : { format: format.name };
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

function useOf(song: SubsonicSong): SongUse {
  const rating = countOf(song.userRating) ?? 0;
  const playCount = countOf(song.userPlayCount ?? song.playCount);
  const [favouriteAt, playedAt] = [timeOf(song.starred), timeOf(song.played)];
  return {
    ...(rating >= 1 && rating <= 5 && { rating }),
    ...(favouriteAt !== undefined && { favouriteAt }),
    ...(playCount !== undefined && { playCount }),
    ...(playedAt !== undefined && { playedAt }),
  };
}

const namesOf = (list: readonly { readonly name: string }[] | undefined): readonly string[] =>
  (list ?? []).flatMap(({ name }) => findName(name) ?? []);

/** Returns a number of things; `undefined` where it is none. */
const countOf = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Returns the milliseconds since 1970 of a time in ISO 8601; `undefined` where it is none, or before 1970. */
function timeOf(time: string | undefined): number | undefined {
  const milliseconds = time === undefined ? NaN : Date.parse(time);
  return milliseconds > 0 ? milliseconds : undefined;
}
