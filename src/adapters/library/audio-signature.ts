import { findMpegStart } from "../decoder/mpeg/mpeg-frame-header.js";

/** The first bytes of each container that a library may hold, as Latin-1 text. */
const SIGNATURES: readonly RegExp[] = [
  /^(?:RIFF|RF64|RIFX)[^]{4}WAVE/,
  /^FORM[^]{4}AIF[FC]/,
  /^fLaC/,
  /^ID3[\u0002-\u0004]/,
  // AAC in ADTS.
  /^\u00ff[\u00f0\u00f1\u00f8\u00f9]/,
  /^OggS/,
  /^[^]{4}ftyp/,
  /^\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011/,
  /^\u001a\u0045\u00df\u00a3/,
  /^ADIF/,
  /^MAC /,
  /^wvpk/,
  /^DSD /,
  /^caff/,
];

/**
 * Whether the first bytes of a file are those of an audio container, or frames of MPEG audio follow each
 * other in them: a single frame header occurs in most kilobytes of anything.
 *
 * @param start the first bytes; 64 KiB find MPEG audio behind other data
 */
export function hasAudioSignature(start: Uint8Array): boolean {
  const text = Buffer.from(start.subarray(0, 12)).toString("latin1");
  return SIGNATURES.some((pattern) => pattern.test(text)) || findMpegStart(start) !== undefined;
}
