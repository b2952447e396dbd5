/** Bytes of a float, of a double, and of a vector of two doubles. */
const FLOAT: usize = 4;
const DOUBLE: usize = 8;
const VECTOR: usize = 16;

/**
 * Adds the energies, the sums of squares, of two channels after two recursive filters: a shelf of any numerator,
 * then a high-pass whose numerator is (1, -2, 1). A lane is a channel.
 *
 * @param first, second channels, count floats each; they may be the same
 * @param coefficients 7 doubles: numerator of the shelf, its two feedback coefficients, and those of the high-pass
 * @param states 4 vectors of two doubles: the last two states of the shelf, then of the high-pass, newest first
 * @param energies two doubles, to which the energies are added
 */
export function addWeightedEnergies(
  first: usize,
  second: usize,
  count: i32,
  coefficients: usize,
  states: usize,
  energies: usize,
): void {
  const b0 = v128.load64_splat(coefficients);
  const b1 = v128.load64_splat(coefficients + DOUBLE);
  const b2 = v128.load64_splat(coefficients + DOUBLE * 2);
  const a1 = v128.load64_splat(coefficients + DOUBLE * 3);
  const a2 = v128.load64_splat(coefficients + DOUBLE * 4);
  const c1 = v128.load64_splat(coefficients + DOUBLE * 5);
  const c2 = v128.load64_splat(coefficients + DOUBLE * 6);
  let s1 = v128.load(states);
  let s2 = v128.load(states + VECTOR);
  let h1 = v128.load(states + VECTOR * 2);
  let h2 = v128.load(states + VECTOR * 3);
  let energy = v128.load(energies);
  const end = first + <usize>count * FLOAT;
  for (; first < end; first += FLOAT, second += FLOAT) {
    const sample = f64x2.replace_lane(
      f64x2.splat(<f64>load<f32>(first)),
      1,
      <f64>load<f32>(second),
    );
    // The newest state comes last in each sum: the next sample waits for nothing else.
    const shelf = f64x2.sub(f64x2.sub(sample, f64x2.mul(a2, s2)), f64x2.mul(a1, s1));
    const before = f64x2.add(f64x2.mul(b1, s1), f64x2.mul(b2, s2));
    const shelved = f64x2.add(f64x2.mul(b0, shelf), before);
    s2 = s1;
    s1 = shelf;
    const pass = f64x2.sub(f64x2.sub(shelved, f64x2.mul(c2, h2)), f64x2.mul(c1, h1));
    const weighted = f64x2.add(f64x2.sub(pass, f64x2.add(h1, h1)), h2);
    h2 = h1;
    h1 = pass;
    energy = f64x2.add(energy, f64x2.mul(weighted, weighted));
  }
  v128.store(states, s1);
  v128.store(states + VECTOR, s2);
  v128.store(states + VECTOR * 2, h1);
  v128.store(states + VECTOR * 3, h2);
  v128.store(energies, energy);
}
