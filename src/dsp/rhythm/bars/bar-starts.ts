/**
 * Evidence, in log odds, that must speak against the count before a bar is cut short or a beat added: of
 * tracked beats some are missing or too many, and some music has a shorter bar.
 */
export const SLIP_COST = 12;

/**
 * Returns which beats begin bars: of all ways to count bars of a length the one with the highest sum of log
 * odds, where each bar of another length costs as much as several clear downbeats.
 *
 * Source: the bar pointer of N. Whiteley, A. T. Cemgil and S. Godsill, "Bayesian Modelling of Temporal
 * Structure in Musical Audio", Proc. ISMIR, 2006, with beats for positions, found by dynamic programming.
 *
 * @param logOdds of each beat to be a downbeat
 * @param beatsPerBar integer >= 2
 * @returns indices of beats, ascending
 */
export function barStarts(logOdds: Float32Array, beatsPerBar: number): number[] {
  let scores = new Float64Array(beatsPerBar);
  const origins = new Uint8Array(logOdds.length * beatsPerBar);
  logOdds.forEach((odds, beat) => {
    const jump = indexOfMax(scores);
    const next = new Float64Array(beatsPerBar);
    for (let place = 0; place < beatsPerBar; place++) {
      const before = (place + beatsPerBar - 1) % beatsPerBar;
      const isCounted = beat === 0 || scores[before]! >= scores[jump]! - SLIP_COST;
      const origin = isCounted ? before : jump;
      next[place] = scores[origin]! - (isCounted ? 0 : SLIP_COST) + (place === 0 ? odds : 0);
      origins[beat * beatsPerBar + place] = origin;
    }
    scores = next;
  });
  const starts: number[] = [];
  let place = indexOfMax(scores);
  for (let beat = logOdds.length - 1; beat >= 0; beat--) {
    if (place === 0) starts.push(beat);
    place = origins[beat * beatsPerBar + place]!;
  }
  return starts.reverse();
}

function indexOfMax(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
}
