import { foldText } from "./folded-text.js";

const GUESTS = / (?:feat|ft|featuring) /u;

/** Returns the artist of a track as it is compared, without guests; an empty text where it is not known. */
export const leadArtistOf = (artist: string): string => foldText(artist).split(GUESTS, 1)[0] ?? "";
