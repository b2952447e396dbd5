import type { TimbreStatistics } from "../../timbre/timbre-statistics.js";
import { voiceOdds } from "./voice-network.js";
import { voiceInRecording } from "./voice-network-weights.js";

/** Log odds of a voice at steps that count as none: a probability of 0.7 %. */
const MIN_LOG_ODDS = -5;

/**
 * Instrumentalness: the probability that nobody sings or speaks in a recording, in (0, 1).
 *
 * The evidence for a voice is the root mean square of its probability at each step, so that a verse counts although the
 * rest is instrumental. Its logistic function was fitted so that of recordings with a value of 0.8, as many as 0.8 are
 * instrumental, where half of all recordings are (see `train_voice.py`). Gain and silence do not change it.
 *
 * @returns null in less than a step of sound (70 ms)
 */
export function instrumentalness({ cepstra }: Pick<TimbreStatistics, "cepstra">): number | null {
  const odds = voiceOdds(cepstra);
  if (odds.length === 0) return null;
  let sum = 0;
  for (const value of odds) sum += (1 + Math.exp(-Math.max(MIN_LOG_ODDS, value))) ** -2;
  const evidence = Math.log(sum / odds.length) / 2;
  return 1 / (1 + Math.exp(voiceInRecording.slope * evidence + voiceInRecording.offset));
}
