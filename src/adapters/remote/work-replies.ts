import { z } from "zod";
import type { OfferedJob } from "../../domain/analysis/offered-work.js";
import { errorCodes } from "../../domain/errors/error-code.js";
import type { Failure } from "../../domain/errors/failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** A code that this version does not know, of a newer server, is that of an internal error. */
const code = z.enum([...errorCodes, "INTERNAL"]).catch("INTERNAL");

const failure: z.ZodType<Failure> = z.object({ code, message: z.string(), facts });

/** The form of every reply of the server; members that this version does not know are ignored. */
const envelope = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({
    success: z.literal(false),
    error: z.looseObject({ code: z.string(), message: z.string() }),
  }),
]);

/** What is sent back in a path or a header, as the server itself takes it. */
const plainWord = z.string().regex(/^[\w-]{1,100}$/);

/** Longer than a path of any system, and without what ends one. */
const plainPath = z
  .string()
  .max(32_768)
  .regex(/^[^\0]*$/);

/** A worker that is told to do so extends its lease neither all the time nor never; seconds. */
const MIN_LEASE_SECONDS = 5;
const MAX_LEASE_SECONDS = 3_600;
const lease = z
  .number()
  .positive()
  .transform((seconds) => Math.min(MAX_LEASE_SECONDS, Math.max(MIN_LEASE_SECONDS, seconds)));

/** More sources than any server has. */
const MAX_SOURCES = 20;

const trackKey = z.custom<TrackKey>((value) => typeof value === "string");

const offeredJob: z.ZodType<OfferedJob> = z.object({
  id: plainWord,
  token: plainWord,
  attempt: z.number().int().min(1),
  leaseSeconds: lease.exactOptional(),
  track: z.object({ trackKey, artist: z.string(), trackName: z.string() }),
  traceParent: z
    .string()
    .regex(/^[0-9a-f-]{1,100}$/)
    .exactOptional(),
  audio: z
    .array(
      z.object({
        source: plainWord,
        coverage: z.enum(["whole", "excerpt"]),
        file: z
          .object({
            path: plainPath,
            sizeBytes: z.number().int().min(0),
            modifiedAt: z.number().int(),
            fingerprint: z.string(),
          })
          .exactOptional(),
        range: z
          .object({
            startFrame: z.number().int().min(0),
            endFrame: z.number().int().min(1).exactOptional(),
          })
          .exactOptional(),
      }),
    )
    .max(MAX_SOURCES),
  missing: failure,
});

/** What the body of a reply says. */
export type ReplyContent = { readonly data: unknown } | { readonly failure: Failure };

/** Reads the body of a reply; `undefined` where it is not one of Overtone, such as a page of a proxy. */
export function replyContentFrom(body: Uint8Array): ReplyContent | undefined {
  const parsed = envelope.safeParse(jsonFrom(body));
  if (!parsed.success) return undefined;
  if (parsed.data.success) return { data: parsed.data.data };
  const { code: given, message, ...rest } = parsed.data.error;
  const known = Object.entries(rest).filter(
    ([, value]) => facts.valueType.safeParse(value).success,
  );
  const found = failure.parse({ code: given, message, facts: Object.fromEntries(known) });
  return { failure: found };
}

/** Reads the job of a reply; `undefined` where it does not have the form of one. */
export const findOfferedJob = (data: unknown): OfferedJob | undefined =>
  offeredJob.safeParse(data).data;

function jsonFrom(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
}
