import type { HeardSound } from "../../ports/analysis/sound-reader.js";
import type { AnalysisReply } from "./analysis-exchange.js";

/** The reply of a thread that fingerprints audio. */
export type SoundReply =
  | { readonly ok: true; readonly sound: HeardSound }
  | Extract<AnalysisReply, { readonly ok: false }>;
