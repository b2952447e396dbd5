import { z } from "zod";
import { lenientlyOptional, nonBlankText, plainText } from "./reply-shapes.js";

/** The artists of a recording as MusicBrainz credits them: names, each with what is written after it. */
export const artistCredit = z
  .array(z.object({ name: nonBlankText, joinphrase: lenientlyOptional(plainText) }))
  .nonempty();

/** Joins the credited names with their join phrases: `A & B feat. C`. */
export const creditedArtist = (credits: z.output<typeof artistCredit>): string =>
  credits
    .map(({ name, joinphrase }, i) => name + (joinphrase ?? (credits[i + 1] ? ", " : "")))
    .join("");
