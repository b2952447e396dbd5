import { fileIdOf, type LibraryFile } from "../../domain/library/library-file.js";
import type { TaggedValues } from "../../domain/tagging/tagged-values.js";
import { foldText } from "../../domain/track/folded-text.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import { releaseDetailsOf } from "../../domain/track/release-details.js";
import type { Isrc } from "../../domain/track/track.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { LibraryFilesTable } from "./tables.js";

/** Returns an artist and a title as searches compare them. */
export function namesFoldedOf({
  artist,
  trackName,
}: Pick<LibraryFile, "artist" | "trackName">): string {
  return `${foldText(artist)} ${foldText(trackName)}`;
}

/** Returns the row of a file. */
export function toLibraryFileRow(file: LibraryFile, revision: number): LibraryFilesTable {
  return {
    folder: file.folder,
    relativePath: file.relativePath,
    rangeNumber: file.range?.number ?? 0,
    rangeStart: file.range?.startFrame ?? null,
    rangeEnd: file.range?.endFrame ?? null,
    sheets: file.sheets ?? null,
    facts: file.facts ?? null,
    revision,
    namesFolded: namesFoldedOf(file),
    trackKey: file.trackKey,
    artist: file.artist,
    trackName: file.trackName,
    artists: file.artists === undefined ? null : JSON.stringify(file.artists),
    album: file.album ?? null,
    albumArtist: file.albumArtist ?? null,
    durationSeconds: file.durationSeconds ?? null,
    isrc: file.isrc ?? null,
    musicbrainzId: file.musicbrainzId ?? null,
    hasCover: file.hasCover ? 1 : 0,
    sizeBytes: file.sizeBytes,
    modifiedAt: file.modifiedAt,
    fingerprint: file.fingerprint,
    fileId: fileIdOf(file),
    changedAt: file.changedAt,
    inode: file.inode,
    covers: file.covers ?? null,
    coverBeside: file.coverBeside ?? null,
    recordingId: file.recordingId ?? null,
    formerRecordingId: file.formerRecordingId ?? null,
    audioDigest: file.audioDigest ?? null,
    tagged: file.tagged === undefined ? null : JSON.stringify(file.tagged),
    genre: file.genre ?? null,
    year: file.year ?? null,
    trackNumber: file.trackNumber ?? null,
    discNumber: file.discNumber ?? null,
    composer: file.composer ?? null,
    work: file.work ?? null,
    movement: file.movement ?? null,
    movementNumber: file.movementNumber ?? null,
    label: file.label ?? null,
    format: file.format ?? null,
    bitRateKbps: file.bitRateKbps ?? null,
    addedAt: file.addedAt ?? null,
  };
}

/** Returns the file of a row. */
export function toLibraryFile(row: LibraryFilesTable): LibraryFile {
  return {
    folder: row.folder,
    relativePath: row.relativePath,
    sizeBytes: row.sizeBytes,
    modifiedAt: row.modifiedAt,
    changedAt: row.changedAt,
    inode: row.inode,
    ...(row.covers !== null && { covers: row.covers }),
    ...(row.coverBeside !== null && { coverBeside: row.coverBeside }),
    ...(row.sheets !== null && { sheets: row.sheets }),
    ...(row.facts !== null && { facts: row.facts }),
    ...(row.rangeStart !== null && {
      range: {
        number: row.rangeNumber,
        startFrame: row.rangeStart,
        ...(row.rangeEnd !== null && { endFrame: row.rangeEnd }),
      },
    }),
    artist: row.artist,
    trackName: row.trackName,
    ...(row.artists !== null && { artists: JSON.parse(row.artists) as string[] }),
    ...releaseDetailsOf({
      album: row.album ?? undefined,
      albumArtist: row.albumArtist ?? undefined,
      genre: row.genre ?? undefined,
      year: row.year ?? undefined,
      trackNumber: row.trackNumber ?? undefined,
      discNumber: row.discNumber ?? undefined,
      composer: row.composer ?? undefined,
      label: row.label ?? undefined,
      work: row.work ?? undefined,
      movement: row.movement ?? undefined,
      movementNumber: row.movementNumber ?? undefined,
    }),
    ...(row.durationSeconds !== null && { durationSeconds: row.durationSeconds }),
    ...(row.isrc !== null && { isrc: row.isrc as Isrc }),
    ...(row.musicbrainzId !== null && { musicbrainzId: row.musicbrainzId }),
    ...(row.format !== null && { format: row.format }),
    ...(row.bitRateKbps !== null && { bitRateKbps: row.bitRateKbps }),
    ...(row.addedAt !== null && { addedAt: row.addedAt }),
    hasCover: row.hasCover === 1,
    trackKey: row.trackKey as TrackKey,
    fingerprint: row.fingerprint,
    ...(row.recordingId !== null && { recordingId: row.recordingId as RecordingId }),
    ...(row.formerRecordingId !== null && {
      formerRecordingId: row.formerRecordingId as RecordingId,
    }),
    ...(row.audioDigest !== null && { audioDigest: row.audioDigest }),
    ...(row.tagged !== null && { tagged: JSON.parse(row.tagged) as TaggedValues }),
  };
}
