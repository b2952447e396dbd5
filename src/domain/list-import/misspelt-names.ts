/** Letters of a name for each mistake that may be in it, and the most mistakes. */
const LETTERS_PER_MISTAKE = 5;
export const MAX_MISTAKES = 3;

/** What two names have in common that differ by one mistake, and how much less each further one leaves. */
const ONE_MISTAKE = 0.93;
const FURTHER_MISTAKE = 0.02;

/** Numbers of parts are no mistakes: "Part 1", "Part II". */
const NUMERAL_AT_END = /[ivx]+$/u;
const DIGITS = /\d+/gu;

/**
 * Returns how much alike two folded names are of which one may be the other with typing mistakes: 1 for the same, 0.93 for one
 * mistake, a little less for two and three, and 0 for more, or than one in five letters.
 */
export function misspeltLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const length = Math.min(one.length, other.length);
  const most = Math.min(MAX_MISTAKES, Math.floor(length / LETTERS_PER_MISTAKE));
  if (most === 0 || Math.abs(one.length - other.length) > most) return 0;
  if (areOtherParts(one, other)) return 0;
  const mistakes = mistakesBetween(one, other, most);
  return mistakes > most ? 0 : ONE_MISTAKE - FURTHER_MISTAKE * (mistakes - 1);
}

function areOtherParts(one: string, other: string): boolean {
  const numbersOf = (text: string): string => (text.match(DIGITS) ?? []).join(" ");
  const stem = one.replace(NUMERAL_AT_END, "");
  return numbersOf(one) !== numbersOf(other) || stem === other.replace(NUMERAL_AT_END, "");
}

/**
 * Returns how many letters are left out, added, replaced, or swapped with the next one between two texts; any larger number
 * where there are more than `most`.
 *
 * Source: F. Damerau, "A Technique for Computer Detection and Correction of Spelling Errors", Communications of the ACM 7(3), 1964;
 * each letter is changed once (optimal string alignment).
 */
function mistakesBetween(one: string, other: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwapped) {
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    if (Math.min(...current) > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? most + 1;
}
