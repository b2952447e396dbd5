import { musicalKeyOf, valueOf } from "../../domain/analysis/analysis.js";
import { energyLevelFrom, strongestMoodOf } from "../../domain/analysis/listener-words.js";
import { camelotFrom, openKeyFrom, shortKeyNameFrom } from "../../domain/analysis/musical-key.js";
import { commentFrom, type CommentPlaceholder } from "../../domain/export/comment-template.js";
import type { ExportedTrack } from "../../domain/export/exported-track.js";
import { trackNoteOf } from "./track-note.js";

/** What a comment says that is not of the analysis. */
interface CommentOptions {
  readonly software: string;
  /** The tempo that the export has elsewhere, beats per minute; `null` where there is none. */
  readonly tempo: number | null;
}

/** Returns what DJ software says of a track on one line, by a template. */
export function trackCommentOf(
  track: ExportedTrack,
  template: string,
  options: CommentOptions,
): string {
  return commentFrom(template, (placeholder) => valueIn(track, placeholder, options));
}

function valueIn(
  track: ExportedTrack,
  placeholder: CommentPlaceholder,
  { software, tempo }: CommentOptions,
): string | null {
  const { analysis, file } = track;
  switch (placeholder) {
    case "camelot":
    case "openKey":
    case "key": {
      const key = musicalKeyOf(analysis);
      return key && spellings[placeholder](key);
    }
    case "tempo":
      return tempo === null ? null : String(Number(tempo.toFixed(2)));
    case "energy": {
      const energy = valueOf(analysis, "energy");
      return energy === null ? null : String(energyLevelFrom(energy));
    }
    case "mood":
      return strongestMoodOf(analysis)?.name ?? null;
    case "genre":
      return file?.genre ?? null;
    case "year":
      return file?.year === undefined ? null : String(file.year);
    case "estimates":
      return trackNoteOf(track, software);
  }
}

const spellings = { camelot: camelotFrom, openKey: openKeyFrom, key: shortKeyNameFrom };
