import type { HeardSound } from "../../ports/analysis/sound-reader.js";
import type { FailedReply } from "./failure-exchange.js";

/** The reply of a thread that computes fingerprints. */
export type SoundReply = { readonly ok: true; readonly sound: HeardSound } | FailedReply;
