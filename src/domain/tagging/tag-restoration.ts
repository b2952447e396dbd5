/** What makes a file again what it was before its tags were written: the bytes that are not there any more. */
export interface BytePatch {
  /** The size that the file had. */
  readonly sizeBytes: number;
  /** How many of its last bytes are still its last ones. */
  readonly endBytes: number;
  /** The bytes that it had at these positions, in ascending order; all others are where they were. */
  readonly parts: readonly { readonly start: number; readonly base64: string }[];
}

/** A file as it was written, and what makes it again what it was. */
export interface TagRestoration {
  /** SHA-256 of the whole file that was written: 64 hex characters. Of any other content, the patch says nothing. */
  readonly digest: string;
  readonly patch: BytePatch;
}
