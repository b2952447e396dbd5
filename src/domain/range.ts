/** Bounds on one number, both inclusive. */
export interface Range {
  readonly gte?: number;
  readonly lte?: number;
}
