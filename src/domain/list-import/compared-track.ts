import { foldedSpaces } from "../track/name-text.js";
import { comparedArtistsOf, type ComparedArtists } from "./compared-artists.js";
import { comparedTitleOf, type ComparedTitle } from "./compared-title.js";

/** The names of a track as they are compared. */
export interface ComparedNames {
  readonly title: ComparedTitle;
  readonly artists: ComparedArtists;
  /** The artists of its album, where those are others. */
  readonly albumArtists: ComparedArtists | undefined;
  /** Empty where none is known. */
  readonly album: string;
}

/** Names as a file or a tag has them. */
interface Names {
  readonly title: string;
  readonly artist?: string | undefined;
  readonly album?: string | undefined;
  readonly albumArtist?: string | undefined;
}

/** Characters of a name that are compared: folding takes the square of their number, where they are all marks. */
const MAX_COMPARED_CHARACTERS = 200;

/** Returns the names of a track as they are compared. */
export function comparedNamesOf(names: Names): ComparedNames {
  const artist = comparedPartOf(names.artist);
  const albumArtist = comparedPartOf(names.albumArtist);
  const album = comparedPartOf(names.album);
  const title = comparedTitleOf(comparedPartOf(names.title) ?? "", artist ?? "");
  return {
    title,
    artists: comparedArtistsOf(artist, title.guests),
    albumArtists:
      albumArtist === undefined || albumArtist === artist
        ? undefined
        : comparedArtistsOf(albumArtist),
    album: album === undefined ? "" : comparedTitleOf(album, "").main,
  };
}

const comparedPartOf = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : foldedSpaces(name.slice(0, MAX_COMPARED_CHARACTERS));
