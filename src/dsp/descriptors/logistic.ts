/** One ingredient of a score: how far `value` lies above `middle`, in units of `spread`. */
export interface Ingredient {
  readonly value: number;
  /** Where the ingredient is neutral: about its median over music. */
  readonly middle: number;
  /** About its standard deviation over music. */
  readonly spread: number;
  /** What one spread adds to the score; negative where a larger value lowers the score. */
  readonly weight: number;
}

/** Maximum distance of an ingredient from its middle, in spreads, so that none dominates alone. */
const REACH = 2.5;

/** Logistic function of the weighted sum of the ingredients, (0, 1); 0.5 where all are neutral. */
export function blend(ingredients: readonly Ingredient[]): number {
  const score = ingredients.reduce((sum, { value, middle, spread, weight }) => {
    const distance = Math.max(-REACH, Math.min(REACH, (value - middle) / spread));
    return sum + weight * distance;
  }, 0);
  return 1 / (1 + Math.exp(-score));
}
