/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Magnitude spectra of overlapping frames, each windowed, folded into a complex sequence of half
 * its length, transformed and unfolded.
 *
 * Source: the Stockham autosort FFT, radix 4 with one closing radix-2 stage where the length requires
 * it, as in C. Van Loan, "Computational Frameworks for the Fast Fourier Transform", SIAM, 1992,
 * sections 1.7 and 3.5. Four butterflies are computed at once: those of neighbouring groups in the
 * first stage, neighbours within a group in the later ones.
 *
 * @param samples (frameCount - 1) x hopLength + frameLength floats
 * @param frameLength a power of two of at least 32
 * @param tables window of frameLength; per radix-4 stage of g groups 6 x g twiddles, cosine and
 *   sine of the first, second and third power; cosine and sine of -2 pi k / frameLength for k = 1
 *   to frameLength / 4
 * @param work 2 x frameLength floats
 * @param magnitudes receives frameCount x (frameLength / 2 + 1) floats
 */
export function spectra(
  samples: usize,
  frameCount: i32,
  hopLength: i32,
  frameLength: i32,
  tables: usize,
  work: usize,
  magnitudes: usize,
): void {
  const rowBytes = (<usize>(frameLength >> 1) + 1) * FLOAT;
  for (let frame = 0; frame < frameCount; frame++) {
    transform(samples, frameLength, tables, work, magnitudes);
    samples += <usize>hopLength * FLOAT;
    magnitudes += rowBytes;
  }
}

function transform(
  samples: usize,
  frameLength: i32,
  tables: usize,
  work: usize,
  magnitudes: usize,
): void {
  const half = <usize>(frameLength >> 1);
  const part = half * FLOAT;
  let twiddles = tables + <usize>frameLength * FLOAT;
  let from = work;
  let to = work + part * 2;

  let groups = half >> 2;
  firstStage(samples, tables, twiddles, groups, from, from + part);
  twiddles += groups * 6 * FLOAT;

  let stride: usize = 4;
  let remaining = half >> 2;
  while (remaining >= 4) {
    groups = remaining >> 2;
    stage(from, to, part, twiddles, groups, stride);
    twiddles += groups * 6 * FLOAT;
    const swap = from;
    from = to;
    to = swap;
    remaining >>= 2;
    stride <<= 2;
  }
  if (remaining == 2) {
    closingStage(from, to, part, stride);
    from = to;
  }
  unfold(from, from + part, half, twiddles, magnitudes);
}

/** Windows and folds the samples and does the stage of stride 1: four groups at once. */
function firstStage(
  samples: usize,
  window: usize,
  twiddles: usize,
  groups: usize,
  real: usize,
  imaginary: usize,
): void {
  const block = groups * FLOAT;
  for (let place: usize = 0; place < block; place += VECTOR) {
    const pair = place * 2;
    const a0 = windowed(samples, window, pair);
    const a1 = windowed(samples, window, pair + VECTOR);
    const b0 = windowed(samples, window, pair + block * 2);
    const b1 = windowed(samples, window, pair + block * 2 + VECTOR);
    const c0 = windowed(samples, window, pair + block * 4);
    const c1 = windowed(samples, window, pair + block * 4 + VECTOR);
    const d0 = windowed(samples, window, pair + block * 6);
    const d1 = windowed(samples, window, pair + block * 6 + VECTOR);
    const ar = v128.shuffle<f32>(a0, a1, 0, 2, 4, 6);
    const ai = v128.shuffle<f32>(a0, a1, 1, 3, 5, 7);
    const br = v128.shuffle<f32>(b0, b1, 0, 2, 4, 6);
    const bi = v128.shuffle<f32>(b0, b1, 1, 3, 5, 7);
    const cr = v128.shuffle<f32>(c0, c1, 0, 2, 4, 6);
    const ci = v128.shuffle<f32>(c0, c1, 1, 3, 5, 7);
    const dr = v128.shuffle<f32>(d0, d1, 0, 2, 4, 6);
    const di = v128.shuffle<f32>(d0, d1, 1, 3, 5, 7);

    const acr = f32x4.add(ar, cr);
    const aci = f32x4.add(ai, ci);
    const bdr = f32x4.add(br, dr);
    const bdi = f32x4.add(bi, di);
    const sr = f32x4.sub(ar, cr);
    const si = f32x4.sub(ai, ci);
    const tr = f32x4.sub(br, dr);
    const ti = f32x4.sub(bi, di);
    const u1r = f32x4.add(sr, ti);
    const u1i = f32x4.sub(si, tr);
    const u2r = f32x4.sub(acr, bdr);
    const u2i = f32x4.sub(aci, bdi);
    const u3r = f32x4.sub(sr, ti);
    const u3i = f32x4.add(si, tr);

    const w1r = v128.load(twiddles + place);
    const w1i = v128.load(twiddles + block + place);
    const w2r = v128.load(twiddles + block * 2 + place);
    const w2i = v128.load(twiddles + block * 3 + place);
    const w3r = v128.load(twiddles + block * 4 + place);
    const w3i = v128.load(twiddles + block * 5 + place);
    storeTransposed(
      real + place * 4,
      f32x4.add(acr, bdr),
      f32x4.sub(f32x4.mul(u1r, w1r), f32x4.mul(u1i, w1i)),
      f32x4.sub(f32x4.mul(u2r, w2r), f32x4.mul(u2i, w2i)),
      f32x4.sub(f32x4.mul(u3r, w3r), f32x4.mul(u3i, w3i)),
    );
    storeTransposed(
      imaginary + place * 4,
      f32x4.add(aci, bdi),
      f32x4.add(f32x4.mul(u1r, w1i), f32x4.mul(u1i, w1r)),
      f32x4.add(f32x4.mul(u2r, w2i), f32x4.mul(u2i, w2r)),
      f32x4.add(f32x4.mul(u3r, w3i), f32x4.mul(u3i, w3r)),
    );
  }
}

function windowed(samples: usize, window: usize, place: usize): v128 {
  return f32x4.mul(v128.load(samples + place), v128.load(window + place));
}

/** Stores lane i of each of the four vectors as the i-th four floats. */
function storeTransposed(address: usize, a: v128, b: v128, c: v128, d: v128): void {
  const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(address, v128.shuffle<f32>(abLow, cdLow, 0, 1, 4, 5));
  v128.store(address + VECTOR, v128.shuffle<f32>(abLow, cdLow, 2, 3, 6, 7));
  v128.store(address + VECTOR * 2, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5));
  v128.store(address + VECTOR * 3, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7));
}

/** A stage of `groups` butterflies with twiddles of their own, each `stride` wide, at least 4. */
function stage(
  from: usize,
  to: usize,
  part: usize,
  twiddles: usize,
  groups: usize,
  stride: usize,
): void {
  const quarter = stride * groups * FLOAT;
  const width = stride * FLOAT;
  const table = groups * FLOAT;
  for (let group: usize = 0; group < groups; group++) {
    const twiddle = twiddles + group * FLOAT;
    const w1r = v128.load32_splat(twiddle);
    const w1i = v128.load32_splat(twiddle + table);
    const w2r = v128.load32_splat(twiddle + table * 2);
    const w2i = v128.load32_splat(twiddle + table * 3);
    const w3r = v128.load32_splat(twiddle + table * 4);
    const w3i = v128.load32_splat(twiddle + table * 5);
    let input = from + group * width;
    let output = to + 4 * group * width;
    const end = input + width;
    for (; input < end; input += VECTOR, output += VECTOR) {
      const ar = v128.load(input);
      const br = v128.load(input + quarter);
      const cr = v128.load(input + quarter * 2);
      const dr = v128.load(input + quarter * 3);
      const ai = v128.load(input + part);
      const bi = v128.load(input + part + quarter);
      const ci = v128.load(input + part + quarter * 2);
      const di = v128.load(input + part + quarter * 3);
      const acr = f32x4.add(ar, cr);
      const aci = f32x4.add(ai, ci);
      const bdr = f32x4.add(br, dr);
      const bdi = f32x4.add(bi, di);
      const sr = f32x4.sub(ar, cr);
      const si = f32x4.sub(ai, ci);
      const tr = f32x4.sub(br, dr);
      const ti = f32x4.sub(bi, di);
      v128.store(output, f32x4.add(acr, bdr));
      v128.store(output + part, f32x4.add(aci, bdi));
      storeTurned(output + width, part, f32x4.add(sr, ti), f32x4.sub(si, tr), w1r, w1i);
      storeTurned(output + width * 2, part, f32x4.sub(acr, bdr), f32x4.sub(aci, bdi), w2r, w2i);
      storeTurned(output + width * 3, part, f32x4.sub(sr, ti), f32x4.add(si, tr), w3r, w3i);
    }
  }
}

/** Stores complex values times their twiddles, the imaginary parts `part` bytes further on. */
function storeTurned(address: usize, part: usize, ur: v128, ui: v128, wr: v128, wi: v128): void {
  v128.store(address, f32x4.sub(f32x4.mul(ur, wr), f32x4.mul(ui, wi)));
  v128.store(address + part, f32x4.add(f32x4.mul(ur, wi), f32x4.mul(ui, wr)));
}

/** The radix-2 stage that closes transforms of twice a power of four; it needs no twiddles. */
function closingStage(from: usize, to: usize, part: usize, stride: usize): void {
  const width = stride * FLOAT;
  for (let place: usize = 0; place < width; place += VECTOR) {
    const ar = v128.load(from + place);
    const br = v128.load(from + place + width);
    const ai = v128.load(from + place + part);
    const bi = v128.load(from + place + part + width);
    v128.store(to + place, f32x4.add(ar, br));
    v128.store(to + place + width, f32x4.sub(ar, br));
    v128.store(to + place + part, f32x4.add(ai, bi));
    v128.store(to + place + part + width, f32x4.sub(ai, bi));
  }
}

/** Magnitudes of the real sequence's spectrum, from both ends towards the middle. */
function unfold(real: usize, imaginary: usize, half: usize, turns: usize, magnitudes: usize): void {
  const zr = load<f32>(real);
  const zi = load<f32>(imaginary);
  store<f32>(magnitudes, abs<f32>(zr + zi));
  store<f32>(magnitudes + half * FLOAT, abs<f32>(zr - zi));

  const middle = (half >> 1) * FLOAT;
  const point5 = f32x4.splat(0.5);
  // Bins 1 to 4 are paired with the last four, 5 to 8 with those before; the middle one with itself.
  let last = (half - 4) * FLOAT;
  for (let place: usize = 0; place < middle; place += VECTOR, last -= VECTOR) {
    const kr = v128.load(real + place + FLOAT);
    const ki = v128.load(imaginary + place + FLOAT);
    const jr = reversed(v128.load(real + last));
    const ji = reversed(v128.load(imaginary + last));
    const evenReal = f32x4.mul(point5, f32x4.add(kr, jr));
    const evenImaginary = f32x4.mul(point5, f32x4.sub(ki, ji));
    const oddReal = f32x4.mul(point5, f32x4.add(ki, ji));
    const oddImaginary = f32x4.mul(point5, f32x4.sub(jr, kr));
    const c = v128.load(turns + place);
    const s = v128.load(turns + middle + place);
    const turnedReal = f32x4.sub(f32x4.mul(oddReal, c), f32x4.mul(oddImaginary, s));
    const turnedImaginary = f32x4.add(f32x4.mul(oddReal, s), f32x4.mul(oddImaginary, c));
    v128.store(
      magnitudes + place + FLOAT,
      magnitude(f32x4.add(evenReal, turnedReal), f32x4.add(evenImaginary, turnedImaginary)),
    );
    v128.store(
      magnitudes + last,
      reversed(
        magnitude(f32x4.sub(evenReal, turnedReal), f32x4.sub(evenImaginary, turnedImaginary)),
      ),
    );
  }
}

function reversed(lanes: v128): v128 {
  return v128.shuffle<f32>(lanes, lanes, 3, 2, 1, 0);
}

function magnitude(real: v128, imaginary: v128): v128 {
  return f32x4.sqrt(f32x4.add(f32x4.mul(real, real), f32x4.mul(imaginary, imaginary)));
}
