import { z } from "zod";
import type { AudioTags } from "../../../domain/library/library-file.js";
import { isOfKnownFormat, type ListedSong } from "../../../domain/music-server/song.js";
import { findTaggedValues } from "../../../domain/tagging/tagged-values.js";
import { findName } from "../../../domain/track/name-text.js";
import { joinedValues } from "../../../domain/track/release-details.js";
import { FAVOURITE_SINCE_UNKNOWN, starsOutOf } from "../../../domain/track/song-use.js";
import { lenientlyOptional, uuid } from "../../metadata/reply-shapes.js";
import { listedSongFrom, saidNames, suffixOfPath } from "../listed-song.js";
import { saidFlag, saidId, saidNumber, saidText, timeFromIso } from "../said-values.js";

/** Ticks of .NET, which durations are stated in. */
const TICKS_PER_SECOND = 10_000_000;

const BITS_PER_KILOBIT = 1_000;

/** The best rating that a user can give. */
const BEST_RATING = 10;

/** What Jellyfin calls the part of a composer. */
const COMPOSER = "Composer";

const names = lenientlyOptional(z.array(z.string()));
const named = lenientlyOptional(
  z.array(z.object({ Name: z.string(), Id: lenientlyOptional(saidId) })),
);
const mbid = lenientlyOptional(uuid);

/**
 * An item in a reply; what cannot be read is left out, but for the id. Sources: `BaseItemDto`, `MediaSourceInfo` and `UserItemDataDto` of
 * api.jellyfin.org and dev.emby.media/reference.
 */
export const mediaBrowserItem = z.object({
  Id: saidId,
  Type: saidText,
  LocationType: saidText,
  Name: saidText,
  Artists: names,
  ArtistItems: named,
  Album: saidText,
  AlbumArtist: saidText,
  AlbumArtists: named,
  Composers: named,
  People: lenientlyOptional(z.array(z.object({ Name: z.string(), Type: saidText }))),
  AlbumId: lenientlyOptional(saidId),
  AlbumPrimaryImageTag: saidText,
  ImageTags: lenientlyOptional(z.object({ Primary: saidText })),
  Genres: names,
  IndexNumber: saidNumber,
  ParentIndexNumber: saidNumber,
  ProductionYear: saidNumber,
  RunTimeTicks: saidNumber,
  Path: saidText,
  Container: saidText,
  MediaSources: lenientlyOptional(
    z.array(
      z.object({ Path: saidText, Container: saidText, Size: saidNumber, Bitrate: saidNumber }),
    ),
  ),
  ProviderIds: lenientlyOptional(
    z.object({
      MusicBrainzRecording: mbid,
      MusicBrainzTrack: mbid,
      MusicBrainzAlbum: mbid,
      MusicBrainzReleaseGroup: mbid,
      MusicBrainzArtist: mbid,
    }),
  ),
  UserData: lenientlyOptional(
    z.object({
      Rating: saidNumber,
      PlayCount: saidNumber,
      IsFavorite: saidFlag,
      LastPlayedDate: saidText,
    }),
  ),
});

type Item = z.output<typeof mediaBrowserItem>;

/** Returns a song of a reply; `undefined` for what is no file of audio, or of no format that scans take. */
export function songOfItem(item: Item): ListedSong | undefined {
  if (item.Type !== "Audio" || item.LocationType === "Virtual") return undefined;
  const [source] = item.MediaSources ?? [];
  const path = item.Path ?? source?.Path;
  const artists = saidNames(item.Artists);
  const { Rating, PlayCount, IsFavorite, LastPlayedDate } = item.UserData ?? {};
  return listedSongFrom({
    id: item.Id,
    path,
    suffix: suffixOf(path, item.Container ?? source?.Container),
    sizeBytes: source?.Size,
    title: item.Name,
    // A tag that lists several artists is taken apart there.
    artist: artists.length > 0 ? artists.join(", ") : item.AlbumArtist,
    artists,
    artistId: item.ArtistItems?.[0]?.Id,
    album: item.Album,
    albumArtist:
      findName(item.AlbumArtist) ?? saidNames(item.AlbumArtists?.map(({ Name }) => Name))[0],
    genre: joinedValues(saidNames(item.Genres)),
    year: item.ProductionYear,
    trackNumber: item.IndexNumber,
    discNumber: item.ParentIndexNumber,
    composer: joinedValues(composersOf(item)),
    musicbrainzId: item.ProviderIds?.MusicBrainzRecording,
    durationSeconds:
      item.RunTimeTicks === undefined ? undefined : item.RunTimeTicks / TICKS_PER_SECOND,
    bitRateKbps:
      source?.Bitrate === undefined ? undefined : Math.round(source.Bitrate / BITS_PER_KILOBIT),
    coverId: coverOf(item),
    tagged: taggedOf(item),
    use: {
      rating: starsOutOf(Rating, BEST_RATING),
      favouriteAt: IsFavorite === true ? FAVOURITE_SINCE_UNKNOWN : undefined,
      playCount: PlayCount,
      playedAt: timeFromIso(LastPlayedDate),
    },
  });
}

/** Returns the extension of a file: of its path, or else the first of its containers that is one of a known format. */
function suffixOf(path: string | undefined, containers = ""): string {
  const ofPath = suffixOfPath(path);
  if (ofPath !== "") return ofPath;
  const all = containers.toLowerCase().split(",");
  return all.find((suffix) => isOfKnownFormat({ suffix })) ?? "";
}

/** Returns the composers: Emby lists them, and Jellyfin everybody who took part. */
function composersOf({ Composers = [], People = [] }: Item): readonly string[] {
  const people = People.filter(({ Type }) => Type === COMPOSER);
  return saidNames([...Composers, ...people].map(({ Name }) => Name));
}

/** Returns whose picture shows a song: its own, or that of its album. */
function coverOf({ Id, ImageTags, AlbumId, AlbumPrimaryImageTag }: Item): string | undefined {
  if (ImageTags?.Primary !== undefined) return Id;
  return AlbumPrimaryImageTag === undefined ? undefined : AlbumId;
}

function taggedOf({ ProviderIds: ids = {} }: Item): AudioTags["tagged"] {
  const { MusicBrainzRecording: recording, MusicBrainzTrack: track } = ids;
  const { MusicBrainzAlbum: release, MusicBrainzReleaseGroup: releaseGroup } = ids;
  return findTaggedValues(new Map(), {
    ...(recording !== undefined && { recording }),
    ...(track !== undefined && { track }),
    ...(release !== undefined && { release }),
    ...(releaseGroup !== undefined && { releaseGroup }),
    artists: ids.MusicBrainzArtist === undefined ? [] : [ids.MusicBrainzArtist],
  });
}
