/**
 * Kaiser window of `length` factors in (0, 1], symmetric, largest in the middle.
 *
 * Source: J. F. Kaiser, "Nonrecursive Digital Filter Design Using the I0-sinh Window Function",
 * Proc. IEEE ISCAS, 1974.
 *
 * @param beta shape: larger values widen the main lobe and lower the side lobes; 5.65 gives 60 dB
 */
export function kaiserWindow(length: number, beta: number): Float64Array {
  const middle = (length - 1) / 2;
  const scale = besselI0(beta);
  return Float64Array.from({ length }, (_, i) => {
    const position = middle === 0 ? 0 : (i - middle) / middle;
    return besselI0(beta * Math.sqrt(1 - position * position)) / scale;
  });
}

/** Modified Bessel function of the first kind and order zero, by its power series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
