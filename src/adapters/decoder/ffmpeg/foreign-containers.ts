/** A container that ffmpeg decodes: its common name, and the name of ffmpeg's demuxer. */
export interface ForeignContainer {
  readonly name: string;
  readonly demuxer: string;
  /** The length of its sound by its header, where we read it ourselves: seconds, >= 0. */
  readonly soundSeconds?: number | undefined;
}

interface Signature extends ForeignContainer {
  readonly offset: number;
  /** One character per byte. */
  readonly magic: string;
}

/**
 * The containers that ffmpeg decodes. The list is fixed, so that ffmpeg does not guess a format, and
 * no playlist is read as audio.
 */
const signatures: readonly Signature[] = [
  { name: "MP4 (AAC, ALAC)", demuxer: "mov", offset: 4, magic: "ftyp" },
  { name: "QuickTime", demuxer: "mov", offset: 4, magic: "moov" },
  { name: "QuickTime", demuxer: "mov", offset: 4, magic: "mdat" },
  { name: "QuickTime", demuxer: "mov", offset: 4, magic: "wide" },
  { name: "WebM", demuxer: "matroska", offset: 0, magic: "\x1a\x45\xdf\xa3" },
  { name: "WMA", demuxer: "asf", offset: 0, magic: "\x30\x26\xb2\x75\x8e\x66\xcf\x11" },
  { name: "Core Audio", demuxer: "caf", offset: 0, magic: "caff" },
  { name: "WavPack", demuxer: "wv", offset: 0, magic: "wvpk" },
  { name: "Monkey's Audio", demuxer: "ape", offset: 0, magic: "MAC " },
  { name: "Musepack", demuxer: "mpc8", offset: 0, magic: "MPCK" },
  { name: "Musepack", demuxer: "mpc", offset: 0, magic: "MP+" },
  { name: "True Audio", demuxer: "tta", offset: 0, magic: "TTA1" },
  { name: "AMR", demuxer: "amr", offset: 0, magic: "#!AMR" },
  { name: "AU", demuxer: "au", offset: 0, magic: ".snd" },
  { name: "DSF", demuxer: "dsf", offset: 0, magic: "DSD " },
  { name: "DTS", demuxer: "dts", offset: 0, magic: "\x7f\xfe\x80\x01" },
  { name: "Flash video", demuxer: "flv", offset: 0, magic: "FLV\x01" },
  { name: "MPEG program stream", demuxer: "mpeg", offset: 0, magic: "\x00\x00\x01\xba" },
];

/** Returns the container that begins with these bytes, or `undefined`. */
export function findForeignContainer(bytes: Uint8Array): ForeignContainer | undefined {
  const signature = signatures.find(({ offset, magic }) => hasMagic(bytes, offset, magic));
  if (signature) return { name: signature.name, demuxer: signature.demuxer };

  if (hasMagic(bytes, 0, "\x0b\x77")) {
    // With a bit stream identification above 10, the same sync word begins Enhanced AC-3.
    const isEnhanced = (bytes[5] ?? 0) >> 3 > 10;
    return isEnhanced ? { name: "E-AC-3", demuxer: "eac3" } : { name: "AC-3", demuxer: "ac3" };
  }
  if (isAdts(bytes)) return { name: "AAC", demuxer: "aac" };
  return undefined;
}

/** Whether the bytes begin with two ADTS headers: sync word, layer 0, and a length that leads to the next. */
function isAdts(bytes: Uint8Array): boolean {
  const length = adtsLength(bytes, 0);
  return length !== undefined && adtsLength(bytes, length) !== undefined;
}

/** Source: ISO/IEC 13818-7, 6.2: the length of an ADTS frame is 13 bits from bit 30 on. */
function adtsLength(bytes: Uint8Array, at: number): number | undefined {
  const [first = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 7);
  if (first !== 0xff || (second & 0xf6) !== 0xf0) return undefined;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  return length >= 7 ? length : undefined;
}

function hasMagic(bytes: Uint8Array, offset: number, magic: string): boolean {
  return String.fromCharCode(...bytes.subarray(offset, offset + magic.length)) === magic;
}
