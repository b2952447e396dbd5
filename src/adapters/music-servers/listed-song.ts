import { formatOfName } from "../../domain/library/audio-formats.js";
import type { AudioTags } from "../../domain/library/library-file.js";
import { isOfKnownFormat, plainPathOf, type ListedSong } from "../../domain/music-server/song.js";
import { findName } from "../../domain/track/name-text.js";
import { findPlace, findYear, releaseDetailsOf } from "../../domain/track/release-details.js";
import type { SongUse } from "../../domain/track/song-use.js";
import type { Isrc } from "../../domain/track/track.js";
import { tagsFromFileName } from "../library/file-name-tags.js";
import { wholeNumberOf } from "./said-values.js";

/** What a server says of a song, as it says it: names may be blank, and numbers none. */
interface SaidOfSong {
  readonly id: string;
  /** Its names tell artist and title where nothing else does. */
  readonly path: string | undefined;
  /** Of the file name, in lower case. */
  readonly suffix: string;
  readonly sizeBytes: number | undefined;
  readonly title: string | undefined;
  /** All artists. */
  readonly artist: string | undefined;
  /** The artists one by one. */
  readonly artists: readonly string[];
  readonly artistId: string | undefined;
  readonly album: string | undefined;
  readonly albumArtist: string | undefined;
  readonly genre: string | undefined;
  readonly year: number | undefined;
  readonly trackNumber: number | undefined;
  readonly discNumber: number | undefined;
  readonly composer?: string | undefined;
  readonly work?: string | undefined;
  readonly movement?: string | undefined;
  readonly movementNumber?: number | undefined;
  readonly isrc?: Isrc | undefined;
  readonly musicbrainzId?: string | undefined;
  readonly durationSeconds: number | undefined;
  readonly bitRateKbps: number | undefined;
  readonly coverId: string | undefined;
  readonly tagged?: AudioTags["tagged"];
  readonly use: { readonly [Part in keyof SongUse]: SongUse[Part] | undefined };
}

/** Returns a song by what its server says; `undefined` for formats that scans do not take. */
export function listedSongFrom(said: SaidOfSong): ListedSong | undefined {
  const { id, path, suffix, artistId, coverId } = said;
  const listed = {
    id,
    ...(path !== undefined && { path }),
    suffix,
    sizeBytes: wholeNumberOf(said.sizeBytes) ?? 0,
    tags: tagsFrom(said),
    ...(artistId !== undefined && { artistId }),
    ...(coverId !== undefined && { coverId }),
    use: useFrom(said.use),
  };
  return isOfKnownFormat(listed) ? listed : undefined;
}

function tagsFrom(said: SaidOfSong): AudioTags {
  const { suffix, artists, isrc, musicbrainzId, durationSeconds = 0, tagged } = said;
  const path = said.path === undefined ? `${said.title ?? ""}.${suffix}` : plainPathOf(said.path);
  const byName = tagsFromFileName(path);
  const bitRateKbps = wholeNumberOf(said.bitRateKbps) ?? 0;
  return {
    artist: findName(said.artist) ?? byName.artist,
    trackName: findName(said.title) ?? byName.trackName,
    ...(artists.length > 1 && { artists }),
    ...releaseDetailsOf({
      album: findName(said.album),
      albumArtist: findName(said.albumArtist),
      genre: findName(said.genre),
      year: findYear(said.year),
      trackNumber: findPlace(said.trackNumber),
      discNumber: findPlace(said.discNumber),
      composer: findName(said.composer),
      label: undefined,
      work: findName(said.work),
      movement: findName(said.movement),
      movementNumber: findPlace(said.movementNumber),
    }),
    ...(isrc !== undefined && { isrc }),
    ...(musicbrainzId !== undefined && { musicbrainzId }),
    ...(durationSeconds > 0 && { durationSeconds }),
    ...formatOfSuffix(suffix),
    ...(bitRateKbps > 0 && { bitRateKbps }),
    hasCover: said.coverId !== undefined,
    ...(tagged !== undefined && { tagged }),
  };
}

/** Returns the name of a format that its extension tells; nothing for containers of several codecs. */
function formatOfSuffix(suffix: string): Pick<AudioTags, "format"> {
  if (suffix === "opus") return { format: "Opus" };
  const format = formatOfName(`.${suffix}`);
  const isContainer = format?.decoder === "ogg" || format?.name.includes("(");
  return format === undefined || isContainer ? {} : { format: format.name };
}

function useFrom({ rating, favouriteAt, playCount, playedAt }: SaidOfSong["use"]): SongUse {
  const [stars = 0, plays] = [wholeNumberOf(rating), wholeNumberOf(playCount)];
  return {
    ...(stars >= 1 && stars <= 5 && { rating: stars }),
    ...(favouriteAt !== undefined && { favouriteAt }),
    ...(plays !== undefined && { playCount: plays }),
    ...(playedAt !== undefined && { playedAt }),
  };
}

/** Returns the names of a list that are no blanks. */
export const saidNames = (names: readonly string[] | undefined): readonly string[] =>
  (names ?? []).flatMap((name) => findName(name) ?? []);

/** Returns the extension of a file name in lower case; empty where it has none. */
export function suffixOfPath(path: string | undefined): string {
  const [, extension = ""] = /\.([^./\\]+)$/.exec(path ?? "") ?? [];
  return extension.toLowerCase();
}
