/** The loudness that tracks are levelled to, LUFS: the reference of ReplayGain 2. Most recordings are louder. */
const REFERENCE_LUFS = -18;

/**
 * Returns the volume of a track that is levelled by its measured loudness. Nothing is turned up, so that nothing clips.
 *
 * @param volume that of the reader, in [0, 1]
 * @param loudness LUFS; `null` where it was not measured
 *
 * @returns in [0, volume]
 */
export function levelledVolume(volume: number, loudness: number | null): number {
  if (loudness === null) return volume;
  return volume * Math.min(1, 10 ** ((REFERENCE_LUFS - loudness) / 20));
}
