import type { AudioTags } from "../library/library-file.js";
import { FRAMES_PER_SECOND, type TrackRange } from "../audio-range.js";
import { findPlace, findYear, releaseDetailsOf } from "../track/release-details.js";
import { findIsrc } from "../track/track.js";
import type { CueFile, CueNames, CueProblem, CueSheet, CueTrack } from "./cue-sheet.js";

/** A track of an audio file by a sheet. */
export interface PlacedTrack {
  /** Absent where the track is the whole file. */
  readonly range?: TrackRange;
  readonly tags: Partial<AudioTags>;
}

/**
 * Returns the tracks of an audio file by its entry in a sheet. Where it is the only one of the file, a track is the
 * whole file. Otherwise it goes up to the beginning of the next one, so that the gap between them belongs to it, as
 * players have it. What lies before the first track belongs to none.
 *
 * @param durationSeconds of the file, where that is known
 * @returns why the sheet is not used: a track begins behind the end of the file
 */
export function placedTracks(
  sheet: CueSheet,
  file: CueFile,
  durationSeconds: number | undefined,
): readonly PlacedTrack[] | CueProblem {
  const { tracks } = file;
  const [only] = tracks;
  if (only && tracks.length === 1) return only.isAudio ? [{ tags: tagsOf(sheet, only) }] : [];
  const endFrame = (durationSeconds ?? Infinity) * FRAMES_PER_SECOND;
  const late = tracks.find(({ startFrame }) => startFrame >= endFrame);
  if (late) return { problem: `has track ${late.number} begin behind the end of ${file.name}` };
  return tracks.flatMap((track, index): readonly PlacedTrack[] => {
    if (!track.isAudio) return [];
    const { number, startFrame } = track;
    const end = tracks[index + 1]?.startFrame;
    const range = { number, startFrame, ...(end !== undefined && { endFrame: end }) };
    return [{ range, tags: tagsOf(sheet, track) }];
  });
}

/** Returns what a sheet says of a track as tags; a name of the disc counts where the track has none of its own. */
function tagsOf({ names: disc }: CueSheet, { number, names: own }: CueTrack): Partial<AudioTags> {
  const names: CueNames = { ...disc, ...own };
  const isrc = findIsrc(own.isrc);
  return {
    ...(names.performer !== undefined && { artist: names.performer }),
    ...(own.title !== undefined && { trackName: own.title }),
    ...releaseDetailsOf({
      album: disc.title,
      albumArtist: disc.performer,
      genre: names.genre,
      year: findYear(names.date),
      trackNumber: findPlace(number),
      discNumber: findPlace(names.discNumber),
      composer: names.songwriter,
      label: undefined,
      work: undefined,
      movement: undefined,
      movementNumber: undefined,
    }),
    ...(isrc !== undefined && { isrc }),
  };
}

/**
 * Returns which of the audio files of its folder an entry of a sheet means: the one of its name; the only one whose
 * name differs from it in letter case, or in the extension, because sheets often name the WAV of which a FLAC was made;
 * or, for the only entry of a sheet, the only one whose name is that of the sheet. `undefined` where there is none.
 *
 * @param audioNames the names of the audio files beside the sheet
 */
export function meantAudioFile(
  { name }: CueFile,
  sheet: { readonly fileName: string; readonly isOnlyEntry: boolean },
  audioNames: readonly string[],
): string | undefined {
  const only = (isMeant: (audioName: string) => boolean): string | undefined => {
    const [first, ...others] = audioNames.filter(isMeant);
    return others.length === 0 ? first : undefined;
  };
  const sheetName = folded(stemOf(sheet.fileName));
  return (
    only((one) => one === name) ??
    only((one) => folded(one) === folded(name)) ??
    only((one) => folded(stemOf(one)) === folded(stemOf(name))) ??
    (sheet.isOnlyEntry
      ? (only((one) => folded(one) === sheetName) ??
        only((one) => folded(stemOf(one)) === sheetName))
      : undefined)
  );
}

/** Returns whether the name of a file in a sheet leads out of the folder of the sheet. */
export const isPathOfCue = ({ name }: CueFile): boolean => /[/\\]/u.test(name);

/** Returns whether two files have one name, but for the extension; `album.flac.cue` is of `album.flac`, too. */
export function areNamedAlike(sheetName: string, audioName: string): boolean {
  const sheet = folded(stemOf(sheetName));
  return sheet === folded(audioName) || sheet === folded(stemOf(audioName));
}

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]*$/u, "");

const folded = (name: string): string => name.normalize("NFC").toLowerCase();
