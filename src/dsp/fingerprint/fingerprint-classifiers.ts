/** How a filter divides its rectangle of the image into two parts, whose sums it compares. */
type Division =
  /** All of it against nothing. */
  | "whole"
  /** The upper half of its bands against the lower. */
  | "upper bands"
  /** The later half of its rows against the earlier. */
  | "later rows"
  /** Earlier rows of the upper bands and later rows of the lower, against the other two quarters. */
  | "falling diagonal"
  /** The middle third of its bands against the other two. */
  | "middle bands"
  /** The middle third of its rows against the other two. */
  | "middle rows";

/** A rectangle of the image: rows count from the first row of the filter, bands from band 0; ends are exclusive. */
export interface ImageArea {
  readonly firstRow: number;
  readonly endRow: number;
  readonly firstBand: number;
  readonly endBand: number;
}

/** A filter over an image of chroma, and the thresholds that make two bits of its value. */
export interface FingerprintClassifier {
  /** The value is log((1 + sum of these) / (1 + sum of the others)). */
  readonly areas: readonly ImageArea[];
  readonly others: readonly ImageArea[];
  /** Ascending. */
  readonly thresholds: readonly [number, number, number];
}

/** Rows of the widest filter. */
export const MAX_FILTER_ROWS = 16;

/**
 * The sixteen classifiers of algorithm 1, most significant bits first.
 *
 * Source: L. Lalinsky, Chromaprint 1.5, `CHROMAPRINT_ALGORITHM_TEST2`: the filters and thresholds, which were learnt
 * from recordings; their kinds are those of Y. Ke, D. Hoiem, R. Sukthankar, "Computer Vision for Music Identification",
 * CVPR 2005.
 */
export const FINGERPRINT_CLASSIFIERS: readonly FingerprintClassifier[] = [
  classifier("whole", 4, 3, 15, [1.98215, 2.35817, 2.63523]),
  classifier("middle bands", 4, 6, 15, [-1.03809, -0.651211, -0.282167]),
  classifier("upper bands", 0, 4, 16, [-0.298702, 0.119262, 0.558497]),
  classifier("falling diagonal", 8, 2, 12, [-0.105439, 0.0153946, 0.135898]),
  classifier("falling diagonal", 4, 4, 8, [-0.142891, 0.0258736, 0.200632]),
  classifier("middle bands", 0, 3, 5, [-0.826319, -0.590612, -0.368214]),
  classifier("upper bands", 2, 2, 9, [-0.557409, -0.233035, 0.0534525]),
  classifier("later rows", 7, 3, 4, [-0.0646826, 0.00620476, 0.0784847]),
  classifier("later rows", 6, 2, 16, [-0.192387, -0.029699, 0.215855]),
  classifier("later rows", 1, 3, 2, [-0.0397818, -0.00568076, 0.0292026]),
  classifier("middle rows", 10, 1, 15, [-0.53823, -0.369934, -0.190235]),
  classifier("falling diagonal", 6, 2, 10, [-0.124877, 0.0296483, 0.139239]),
  classifier("later rows", 1, 1, 14, [-0.101475, 0.0225617, 0.231971]),
  classifier("falling diagonal", 5, 6, 4, [-0.0799915, -0.00729616, 0.063262]),
  classifier("upper bands", 9, 2, 12, [-0.272556, 0.019424, 0.302559]),
  classifier("falling diagonal", 4, 2, 14, [-0.164292, -0.0321188, 0.0846339]),
];

function classifier(
  division: Division,
  firstBand: number,
  bandCount: number,
  rowCount: number,
  thresholds: readonly [number, number, number],
): FingerprintClassifier {
  const endBand = firstBand + bandCount;
  /** Rows from `from` to `to`, and bands from `low` to `high`. */
  const area = (from: number, to: number, low: number, high: number): ImageArea => ({
    firstRow: from,
    endRow: to,
    firstBand: low,
    endBand: high,
  });
  switch (division) {
    case "whole":
      return { areas: [area(0, rowCount, firstBand, endBand)], others: [], thresholds };
    case "upper bands": {
      const middle = firstBand + (bandCount >> 1);
      return {
        areas: [area(0, rowCount, middle, endBand)],
        others: [area(0, rowCount, firstBand, middle)],
        thresholds,
      };
    }
    case "later rows": {
      const middle = rowCount >> 1;
      return {
        areas: [area(middle, rowCount, firstBand, endBand)],
        others: [area(0, middle, firstBand, endBand)],
        thresholds,
      };
    }
    case "falling diagonal": {
      const row = rowCount >> 1;
      const band = firstBand + (bandCount >> 1);
      return {
        areas: [area(0, row, band, endBand), area(row, rowCount, firstBand, band)],
        others: [area(0, row, firstBand, band), area(row, rowCount, band, endBand)],
        thresholds,
      };
    }
    case "middle bands": {
      const third = Math.floor(bandCount / 3);
      const [low, high] = [firstBand + third, firstBand + 2 * third];
      return {
        areas: [area(0, rowCount, low, high)],
        others: [area(0, rowCount, firstBand, low), area(0, rowCount, high, endBand)],
        thresholds,
      };
    }
    case "middle rows": {
      const third = Math.floor(rowCount / 3);
      return {
        areas: [area(third, 2 * third, firstBand, endBand)],
        others: [area(0, third, firstBand, endBand), area(2 * third, rowCount, firstBand, endBand)],
        thresholds,
      };
    }
  }
}
