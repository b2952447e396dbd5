/** Seconds of a jump where no beats are known. */
const SECONDS = 5;

/**
 * Returns where a jump by beats leads. The place within the beat stays, so that what is heard goes on in time.
 *
 * @param position seconds, >= 0
 * @param beats times of beats, seconds, ascending
 * @param by beats, negative for back
 * @param length of the track, seconds
 *
 * @returns seconds, in [0, length]
 */
export function beatJump(
  position: number,
  beats: readonly number[],
  by: number,
  length: number,
): number {
  return Math.min(length, Math.max(0, targetOf(position, beats, by)));
}

function targetOf(position: number, beats: readonly number[], by: number): number {
  const [first, last] = [beats[0], beats.at(-1)];
  if (first === undefined || last === undefined || beats.length < 2) {
    return position + Math.sign(by) * SECONDS;
  }
  const after = beats.findIndex((beat) => beat > position);
  const current = after === -1 ? beats.length - 1 : Math.max(0, after - 1);
  const mean = (last - first) / (beats.length - 1);
  // Beyond the first and the last beat, they go on at the mean distance.
  const timeOf = (index: number): number => {
    if (index < 0) return first + index * mean;
    return beats[index] ?? last + (index - beats.length + 1) * mean;
  };
  return position + timeOf(current + by) - timeOf(current);
}
