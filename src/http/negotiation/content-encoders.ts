import type { Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as zlib from "node:zlib";
import { onAbort } from "../../domain/abort-signals.js";
import { SharedResult } from "../../domain/shared-result.js";

/** Compresses what is written to it. */
export type CompressingStream = Transform & Pick<zlib.Gzip, "flush">;

/** Makes one content encoding of a body. */
export interface ContentEncoder {
  /** The name in `Content-Encoding`. */
  readonly name: string;
  /**
   * Compresses a whole body. The result is kept by the object, which must not be changed afterwards.
   *
   * @param signal aborts when the response needs it no longer; the work ends where no other response of the body needs it
   * @throws {unknown} `signal.reason`, when aborted
   */
  compress(body: Uint8Array, signal: AbortSignal): Promise<Buffer>;
  /** Opens a stream for a body that is written in parts. */
  open(): CompressingStream;
}

type Options = Readonly<Record<string, unknown>>;

/** Zstandard, which Node.js has since 22.15; the oldest supported version has neither it nor its types. */
const zstd = zlib as {
  readonly createZstdCompress?: (options: Options) => CompressingStream;
};

/**
 * The encodings, those that compress most in the same time first. The levels are low, because most
 * responses are made for one request. The window of Brotli is small, because each stream has one in memory.
 */
export const contentEncoders: readonly ContentEncoder[] = [
  ...(zstd.createZstdCompress ? [encoder("zstd", zstd.createZstdCompress, {})] : []),
  encoder("br", zlib.createBrotliCompress, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
      [zlib.constants.BROTLI_PARAM_LGWIN]: 19,
    },
  }),
  encoder("gzip", zlib.createGzip, {}),
];

function encoder(
  name: string,
  open: (options: Options) => CompressingStream,
  options: Options,
): ContentEncoder {
  // As the functions of zlib for whole bodies do, which nothing ends.
  const whole = (body: Uint8Array, abandoned: AbortSignal): Promise<Buffer> => {
    const stream = open(options);
    const stopListening = onAbort(abandoned, () => stream.destroy());
    stream.end(body);
    return buffer(stream).finally(stopListening);
  };
  /** What became of bodies that are sent again and again; of others, nothing stays. */
  const compressed = new WeakMap<Uint8Array, SharedResult<Buffer>>();
  return {
    name,
    compress: (body, signal) => {
      const shared = compressed.get(body) ?? new SharedResult();
      compressed.set(body, shared);
      return shared.get(signal, (abandoned) => whole(body, abandoned));
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
