import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";

/** What keys and tokens are made of: printable ASCII without white space and quotation marks. */
const KEY = /^[!#-~]+$/;

/**
 * Returns a key as a header can have it, without white space at its ends.
 *
 * @throws {MusicServerProblem} it has characters that no key has
 */
export function keyInHeader(key: string): string {
  const trimmed = key.trim();
  if (KEY.test(trimmed)) return trimmed;
  throw new MusicServerProblem(
    "refused",
    "has keys of letters and digits, and the given one has other characters; add it again with the right one",
  );
}
