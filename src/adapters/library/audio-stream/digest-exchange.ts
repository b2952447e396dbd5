import type { AudioDigest } from "../../../ports/library/audio-digests.js";

/** A request to a digest thread, one at a time: plain data. */
export interface DigestRequest {
  /** Absolute, and checked to be allowed. */
  readonly path: string;
}

/** The reply of a digest thread. */
export type DigestReply =
  | { readonly ok: true; readonly found: AudioDigest | undefined }
  | { readonly ok: false; readonly kind: "unavailable" }
  | { readonly ok: false; readonly kind: "unreadable"; readonly reason: string };
