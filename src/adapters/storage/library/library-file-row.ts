import type { TaggedValues } from "../../../domain/tagging/tagged-values.js";
import type { LibraryFile } from "../../../domain/library/library-file.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { Isrc } from "../../../domain/track/track.js";
import { releaseDetailsOf } from "../../../domain/track/release-details.js";
import { foldText } from "../../../domain/track/folded-text.js";
import type { LibraryFilesTable } from "../tables.js";

export function toLibraryFileRow(file: LibraryFile, revision: number): LibraryFilesTable {
  return {
    folder: file.folder,
    relativePath: file.relativePath,
    revision,
    namesFolded: `${foldText(file.artist)} ${foldText(file.trackName)}`,
    trackKey: file.trackKey,
    artist: file.artist,
    trackName: file.trackName,
    album: file.album ?? null,
    durationSeconds: file.durationSeconds ?? null,
    isrc: file.isrc ?? null,
    musicbrainzId: file.musicbrainzId ?? null,
    hasCover: file.hasCover ? 1 : 0,
    sizeBytes: file.sizeBytes,
    modifiedAt: file.modifiedAt,
    fingerprint: file.fingerprint,
    audioDigest: file.audioDigest ?? null,
    tagged: file.tagged === undefined ? null : JSON.stringify(file.tagged),
    genre: file.genre ?? null,
    year: file.year ?? null,
    trackNumber: file.trackNumber ?? null,
    discNumber: file.discNumber ?? null,
  };
}

export function toLibraryFile(row: LibraryFilesTable): LibraryFile {
  return {
    folder: row.folder,
    relativePath: row.relativePath,
    sizeBytes: row.sizeBytes,
    modifiedAt: row.modifiedAt,
    artist: row.artist,
    trackName: row.trackName,
    ...releaseDetailsOf({
      album: row.album ?? undefined,
      genre: row.genre ?? undefined,
      year: row.year ?? undefined,
      trackNumber: row.trackNumber ?? undefined,
      discNumber: row.discNumber ?? undefined,
    }),
    ...(row.durationSeconds !== null && { durationSeconds: row.durationSeconds }),
    ...(row.isrc !== null && { isrc: row.isrc as Isrc }),
    ...(row.musicbrainzId !== null && { musicbrainzId: row.musicbrainzId }),
    hasCover: row.hasCover === 1,
    trackKey: row.trackKey as TrackKey,
    fingerprint: row.fingerprint,
    ...(row.audioDigest !== null && { audioDigest: row.audioDigest }),
    ...(row.tagged !== null && { tagged: JSON.parse(row.tagged) as TaggedValues }),
  };
}
