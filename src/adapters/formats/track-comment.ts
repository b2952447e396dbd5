import { musicalKeyOf, valueOf } from "../../domain/analysis/analysis.js";
import { energyLevelFrom, strongestMoodOf } from "../../domain/analysis/listener-words.js";
import { camelotFrom, openKeyFrom, shortKeyNameFrom } from "../../domain/analysis/musical-key.js";
import { commentFrom, type CommentPlaceholder } from "../../domain/export/comment-template.js";
import type { ExportedTrack } from "../../domain/export/exported-track.js";
import { trackNoteOf } from "./track-note.js";

/** Returns what DJ software says of a track on one line, by a template. */
export function trackCommentOf(track: ExportedTrack, template: string, software: string): string {
  return commentFrom(template, (placeholder) => valueIn(track, placeholder, software));
}

function valueIn(
  track: ExportedTrack,
  placeholder: CommentPlaceholder,
  software: string,
): string | null {
  const { analysis, file } = track;
  switch (placeholder) {
    case "camelot":
    case "openKey":
    case "key": {
      const key = musicalKeyOf(analysis);
      return key && spellings[placeholder](key);
    }
    case "tempo": {
      const tempo = valueOf(analysis, "tempo");
      return tempo === null ? null : String(Number(tempo.toFixed(2)));
    }
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
