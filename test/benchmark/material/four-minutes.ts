/**
 * Four minutes of a bass, chords and a beat at 120 BPM, the same in every run.
 *
 * @returns mono samples at `sampleRate`, full scale +-1
 */
export function fourMinutes(sampleRate: number): Float32Array {
  const samples = new Float32Array(240 * sampleRate);
  const roots = [110, 146.83, 164.81, 130.81];
  let noise = 1;
  for (let i = 0; i < samples.length; i++) {
    const seconds = i / sampleRate;
    const sinceBeat = seconds % 0.5;
    const root = roots[Math.floor(seconds / 2) % roots.length]!;
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) | 0;
    const chord = [1, 1.25, 1.5].reduce(
      (sum, ratio) => sum + Math.sin(2 * Math.PI * 2 * root * ratio * seconds),
      0,
    );
    const kick = Math.sin(2 * Math.PI * 55 * sinceBeat) * Math.exp(-20 * sinceBeat);
    const hat = (noise / 2 ** 31) * Math.exp(-60 * (seconds % 0.25));
    samples[i] =
      0.1 * chord + 0.4 * kick + 0.1 * hat + 0.2 * Math.sin(2 * Math.PI * root * seconds);
  }
  return samples;
}
