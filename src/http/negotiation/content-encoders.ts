import type { Transform } from "node:stream";
import { promisify } from "node:util";
import * as zlib from "node:zlib";

/** Compresses what is written to it. */
export type CompressingStream = Transform & Pick<zlib.Gzip, "flush">;

/** Makes one content encoding of a body. */
export interface ContentEncoder {
  /** The name in `Content-Encoding`. */
  readonly name: string;
  /** Compresses a whole body; one that is the same object only once, so nobody may change it afterwards. */
  compress(body: Uint8Array): Promise<Buffer>;
  /** Opens a stream for a body that is written in parts. */
  open(): CompressingStream;
}

type Options = Readonly<Record<string, unknown>>;

/** A function of zlib for whole bodies. */
type Compress = (
  body: Uint8Array,
  options: Options,
  done: (error: Error | null, compressed: Buffer) => void,
) => void;

/** Zstandard, which Node.js has since 22.15; the oldest supported version has neither it nor its types. */
const zstd = zlib as {
  readonly zstdCompress?: Compress;
  readonly createZstdCompress?: (options: Options) => CompressingStream;
};

/**
 * The encodings, those that compress most in the same time first. The levels are low, because most
 * responses are made for one request. The window of Brotli is small, because each stream has one in memory.
 */
export const contentEncoders: readonly ContentEncoder[] = [
  ...(zstd.zstdCompress && zstd.createZstdCompress
    ? [encoder("zstd", zstd.zstdCompress, zstd.createZstdCompress, {})]
    : []),
  encoder("br", zlib.brotliCompress, zlib.createBrotliCompress, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
      [zlib.constants.BROTLI_PARAM_LGWIN]: 19,
    },
  }),
  encoder("gzip", zlib.gzip, zlib.createGzip, {}),
];

function encoder(
  name: string,
  compress: Compress,
  open: (options: Options) => CompressingStream,
  options: Options,
): ContentEncoder {
  const whole = promisify(compress);
  /** What became of bodies that are sent again and again; of others, nothing stays. */
  const compressed = new WeakMap<Uint8Array, Promise<Buffer>>();
  return {
    name,
    compress: (body) => {
      const done = compressed.get(body) ?? whole(body, options);
      compressed.set(body, done);
      return done;
    },
    open: () => open(options),
  };
}

const ENCODING = /^\s*([a-z*][a-z0-9-]*)\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?))?\s*$/i;

/**
 * Returns the encoder for a client that sends this `Accept-Encoding`: the one of the highest quality, of equal ones the
 * first of the list; `undefined` where it accepts none, or prefers what is not encoded.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, section 12.5.3.
 */
export function acceptedEncoder(
  acceptEncoding: string | undefined,
  encoders: readonly ContentEncoder[] = contentEncoders,
): ContentEncoder | undefined {
  if (acceptEncoding === undefined) return undefined;
  const qualities = new Map<string, number>();
  for (const part of acceptEncoding.split(",")) {
    const [, name = "", quality = "1"] = ENCODING.exec(part) ?? [];
    qualities.set(name.toLowerCase(), Number(quality));
  }
  const qualityOf = (name: string): number => qualities.get(name) ?? qualities.get("*") ?? 0;
  let best: ContentEncoder | undefined;
  let highest = qualities.get("identity") ?? 0;
  for (const candidate of encoders) {
    const quality = qualityOf(candidate.name);
    const isBetter = best ? quality > highest : quality > 0 && quality >= highest;
    if (isBetter) [best, highest] = [candidate, quality];
  }
  return best;
}
