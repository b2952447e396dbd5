/**
 * Spearman's rank correlation of two series, [-1, 1]; ties share their mean rank.
 *
 * Source: C. Spearman, "The Proof and Measurement of Association between Two Things", American J.
 * Psychology 15(1), 1904.
 */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [ranksA, ranksB] = [ranks(a), ranks(b)];
  const middle = (a.length - 1) / 2;
  let [products, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    products += (ranksA[i]! - middle) * (ranksB[i]! - middle);
    squaresA += (ranksA[i]! - middle) ** 2;
    squaresB += (ranksB[i]! - middle) ** 2;
  }
  return squaresA > 0 && squaresB > 0 ? products / Math.sqrt(squaresA * squaresB) : 0;
}

function ranks(values: readonly number[]): Float64Array {
  const order = values.map((_, i) => i).sort((i, j) => values[i]! - values[j]!);
  const result = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to += 1;
    for (let k = from; k <= to; k++) result[order[k]!] = (from + to) / 2;
    from = to + 1;
  }
  return result;
}
