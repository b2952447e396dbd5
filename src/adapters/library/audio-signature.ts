import { findMpegStart } from "../decoder/mpeg/mpeg-frame-header.js";

/** The first bytes of each container that a library may hold, as Latin-1 text, and its media type. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^(?:RIFF|RF64|RIFX)[^]{4}WAVE/, "audio/wav"],
  [/^FORM[^]{4}AIF[FC]/, "audio/aiff"],
  [/^fLaC/, "audio/flac"],
  // A tag of ID3v2, which nearly always precedes MPEG audio.
  [/^ID3[\u0002-\u0004]/, "audio/mpeg"],
  // AAC in ADTS.
  [/^\u00ff[\u00f0\u00f1\u00f8\u00f9]/, "audio/aac"],
  [/^OggS/, "audio/ogg"],
  [/^[^]{4}ftyp/, "audio/mp4"],
  [/^\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011/, "audio/x-ms-wma"],
  [/^\u001a\u0045\u00df\u00a3/, "audio/webm"],
  [/^ADIF/, "audio/aac"],
  [/^MAC /, "audio/x-ape"],
  [/^wvpk/, "audio/x-wavpack"],
  [/^DSD /, "audio/x-dsf"],
  [/^caff/, "audio/x-caf"],
];

/**
 * Returns the media type of an audio file by its first bytes; `undefined` where they are not those of an audio
 * container, nor of frames of MPEG audio that follow each other: a single frame header occurs in most kilobytes
 * of anything.
 *
 * @param start the first bytes; 64 KiB find MPEG audio behind other data
 */
export function audioMediaTypeOf(start: Uint8Array): string | undefined {
  const text = Buffer.from(start.subarray(0, 12)).toString("latin1");
  const known = SIGNATURES.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  return findMpegStart(start) === undefined ? undefined : "audio/mpeg";
}
