/** A linear map from features to fewer coordinates. */
export type LinearEmbedding = readonly Float64Array[];

/** Two parts of one recording, as features. */
export type Pair = readonly [Float64Array, Float64Array];

/** Share of the within-recording covariance that is replaced by a multiple of the identity: pairs are few. */
const SHRINKAGE = 0.3;

/**
 * Learns the directions in which recordings differ most, relative to how much parts of one recording differ; no
 * labels are needed. Coordinates are in standard deviations within a recording, times the fourth root of the ratio
 * of variances, which lies between equal weights of all directions and their own.
 *
 * Source: R. Duda, P. Hart and D. Stork, "Pattern Classification", Wiley, 2001, 3.8.3 (discriminant analysis), with
 * A. Hatch, S. Kajarekar and A. Stolcke, "Within-Class Covariance Normalization for SVM-Based Speaker Recognition",
 * Proc. Interspeech, 2006.
 *
 * @param pairs more than there are features
 * @param size number of coordinates
 */
export function learnEmbedding(pairs: readonly Pair[], size: number): LinearEmbedding {
  const differences = pairs.map(([one, other]) =>
    one.map((value, i) => (value - other[i]!) / Math.SQRT2),
  );
  const within = shrunk(covariance(differences, false));
  const total = covariance(pairs.flat(), true);
  const root = choleskyRoot(within);
  const { values, vectors } = eigenOf(whitened(total, root));
  return values
    .map((value, at) => ({ value, at }))
    .sort((one, other) => other.value - one.value)
    .slice(0, size)
    .map(({ value, at }) => solveTransposed(root, vectors[at]!).map((x) => x * value ** -0.25));
}

/** Returns the coordinates of features. */
export function embed(embedding: LinearEmbedding, features: Float64Array): Float64Array {
  return Float64Array.from(embedding, (row) =>
    row.reduce((sum, x, i) => sum + x * features[i]!, 0),
  );
}

function covariance(rows: readonly Float64Array[], isCentred: boolean): Float64Array[] {
  const size = rows[0]!.length;
  const means = Float64Array.from({ length: size }, (_, i) =>
    isCentred ? rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length : 0,
  );
  return Array.from({ length: size }, (_, i) =>
    Float64Array.from(
      { length: size },
      (__, j) =>
        rows.reduce((sum, row) => sum + (row[i]! - means[i]!) * (row[j]! - means[j]!), 0) /
        rows.length,
    ),
  );
}

function shrunk(matrix: readonly Float64Array[]): Float64Array[] {
  const mean = matrix.reduce((sum, row, i) => sum + row[i]!, 0) / matrix.length;
  return matrix.map((row, i) =>
    row.map((value, j) => (1 - SHRINKAGE) * value + (i === j ? SHRINKAGE * mean : 0)),
  );
}

/** Lower triangle L of a positive definite matrix L Lᵀ. */
function choleskyRoot(matrix: readonly Float64Array[]): Float64Array[] {
  const root = matrix.map((row) => new Float64Array(row.length));
  for (let i = 0; i < matrix.length; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= root[i]![k]! * root[j]![k]!;
      root[i]![j] = i === j ? Math.sqrt(sum) : sum / root[j]![j]!;
    }
  }
  return root;
}

/** Solves L x = b. */
function solve(root: readonly Float64Array[], right: Float64Array): Float64Array {
  const result = Float64Array.from(right);
  for (let i = 0; i < result.length; i++) {
    for (let k = 0; k < i; k++) result[i]! -= root[i]![k]! * result[k]!;
    result[i]! /= root[i]![i]!;
  }
  return result;
}

/** Solves Lᵀ x = b. */
function solveTransposed(root: readonly Float64Array[], right: Float64Array): Float64Array {
  const result = Float64Array.from(right);
  for (let i = result.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < result.length; k++) result[i]! -= root[k]![i]! * result[k]!;
    result[i]! /= root[i]![i]!;
  }
  return result;
}

/** Returns L⁻¹ A L⁻ᵀ of a symmetric A. */
function whitened(matrix: readonly Float64Array[], root: readonly Float64Array[]): Float64Array[] {
  // The columns of L⁻¹ A, which as rows are A L⁻ᵀ.
  const half = matrix.map((row) => solve(root, row));
  const columns = half[0]!.map((_, j) => j);
  return Array.from(columns, (j) =>
    solve(
      root,
      Float64Array.from(half, (row) => row[j]!),
    ),
  );
}

const MAX_SWEEPS = 40;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, in no order.
 *
 * Source: the cyclic Jacobi method: G. Golub and C. Van Loan, "Matrix Computations", 2013, 8.5.
 */
export function eigenOf(symmetric: readonly Float64Array[]): {
  readonly values: readonly number[];
  readonly vectors: readonly Float64Array[];
} {
  const size = symmetric.length;
  const a = symmetric.map((row) => Float64Array.from(row));
  const vectors = a.map((_, i) => Float64Array.from({ length: size }, (__, j) => Number(i === j)));
  const scale = a.reduce((sum, row, i) => sum + row[i]! ** 2, 0);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rest = 0;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        rest += a[p]![q]! ** 2;
        rotate(a, vectors, p, q);
      }
    }
    if (rest <= 1e-22 * scale) break;
  }
  return { values: a.map((row, i) => row[i]!), vectors };
}

/** Makes one element 0, and turns the vectors, which are rows, alike. */
function rotate(a: Float64Array[], vectors: Float64Array[], p: number, q: number): void {
  const element = a[p]![q]!;
  if (element === 0) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * element);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cosine = 1 / Math.hypot(t, 1);
  const sine = t * cosine;
  for (const row of a) {
    const [x, y] = [row[p]!, row[q]!];
    row[p] = cosine * x - sine * y;
    row[q] = sine * x + cosine * y;
  }
  for (const rows of [a, vectors]) {
    const [one, other] = [rows[p]!, rows[q]!];
    for (let i = 0; i < one.length; i++) {
      const [x, y] = [one[i]!, other[i]!];
      one[i] = cosine * x - sine * y;
      other[i] = sine * x + cosine * y;
    }
  }
}
