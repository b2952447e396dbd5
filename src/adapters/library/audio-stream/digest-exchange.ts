import type { EncodedAudio } from "../../../ports/analysis/audio-source.js";
import type { AudioDigest } from "../../../ports/library/audio-digests.js";

/** A request to a digest thread, one at a time: plain data. Its path is absolute, and checked to be allowed. */
export type DigestRequest = Extract<EncodedAudio, { readonly kind: "file" }>;

/** The reply of a digest thread. */
export type DigestReply =
  | { readonly ok: true; readonly found: AudioDigest | undefined }
  | { readonly ok: false; readonly kind: "unavailable" }
  | { readonly ok: false; readonly kind: "changed" }
  | { readonly ok: false; readonly kind: "unreadable"; readonly reason: string };
