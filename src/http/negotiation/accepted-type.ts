import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { NotAcceptableError } from "../../domain/errors/request-errors.js";
import type { Identity } from "../../services/access/access-service.js";

/** The media types of JSON responses, failures included. */
export const jsonTypes: readonly string[] = ["application/json", "application/problem+json"];

/** The media types of the responses of a path; "any" where a client gets what there is, such as a picture. */
export type Produced = readonly string[] | "any";

const RANGE = /^\s*([^\s;,/]+)\/([^\s;,/]+)\s*(?:;(.*))?$/;
const QUALITY = /(?:^|;)\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*(?:;|$)/i;

/** A range of media types that a client accepts. */
interface AcceptedRange {
  readonly quality: number;
  /** 2 for a media type, 1 for all of one kind, 0 for all. */
  readonly precision: number;
  /** Its place in the header. */
  readonly place: number;
}

/**
 * Returns the media type to send to a client that sends this `Accept`: the one of the highest quality, of equal ones the
 * one that is named more precisely, then earlier; `undefined` where it accepts none. A client that sends no `Accept`
 * accepts all.
 *
 * Parameters other than the quality, such as a character set, are ignored: they exist in headers of common clients.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, section 12.5.1.
 *
 * @param offered media types without parameters, the preferred one first
 */
export function acceptedType(
  { headers: { accept = "" } }: Pick<IncomingMessage, "headers">,
  offered: readonly string[],
): string | undefined {
  if (accept.trim() === "") return offered[0];
  const ranges = rangesIn(accept);
  const rangeOf = (mediaType: string): AcceptedRange | undefined =>
    ranges.get(mediaType) ?? ranges.get(mediaType.replace(/\/.*/, "/*")) ?? ranges.get("*/*");
  const accepted = offered.flatMap((mediaType) => {
    const range = rangeOf(mediaType);
    return range && range.quality > 0 ? [{ mediaType, ...range }] : [];
  });
  accepted.sort(
    (one, other) =>
      other.quality - one.quality || other.precision - one.precision || one.place - other.place,
  );
  return accepted[0]?.mediaType;
}

function rangesIn(accept: string): ReadonlyMap<string, AcceptedRange> {
  const ranges = new Map<string, AcceptedRange>();
  for (const [place, part] of accept.split(",").entries()) {
    const [, type = "", subtype = "", parameters = ""] = RANGE.exec(part) ?? [];
    const range = `${type}/${subtype}`.toLowerCase();
    const quality = Number(QUALITY.exec(parameters)?.[1] ?? 1);
    const precision = [type, subtype].filter((name) => name !== "*").length;
    const isBetter = quality > (ranges.get(range)?.quality ?? -1);
    if (isBetter) ranges.set(range, { quality, precision, place });
  }
  return ranges;
}

/**
 * Refuses requests whose `Accept` no response can meet, before anything is done. Callers without a valid key are left to
 * the handler, which refuses them for that.
 *
 * @param produced.get of `GET` and `HEAD`; other methods respond with JSON
 */
export function requireAcceptable(produced: { readonly get: Produced }): RequestHandler<object> {
  return (request, response, next) => {
    const { identity } = response.locals as { readonly identity?: Identity };
    const isRefused = identity !== undefined && "refusal" in identity;
    const types = ["GET", "HEAD"].includes(request.method) ? produced.get : jsonTypes;
    const isChecked = !isRefused && request.method !== "OPTIONS" && types !== "any";
    if (isChecked && acceptedType(request, types) === undefined)
      throw new NotAcceptableError(types);
    next();
  };
}
