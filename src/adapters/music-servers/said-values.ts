import { z } from "zod";
import { lenientlyOptional } from "../metadata/reply-shapes.js";

/** Text of a reply, which may be absent. */
export const saidText = lenientlyOptional(z.string());

/** A number of a reply, which may be absent; some servers write it as text. */
export const saidNumber = lenientlyOptional(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ]),
);

/** A boolean of a reply, which may be absent; some servers write it as text. */
export const saidFlag = lenientlyOptional(z.union([z.boolean(), z.stringbool()]));

/** An id of a server, which may be a number. */
export const saidId = z.union([z.string().min(1), z.number()]).transform(String);

/** Returns a number of things; `undefined` where it is none. */
export const wholeNumberOf = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Returns the milliseconds since 1970 of a time in ISO 8601; `undefined` where it is none, or before 1970. */
export function timeFromIso(time: string | undefined): number | undefined {
  const milliseconds = time === undefined ? NaN : Date.parse(time);
  return milliseconds > 0 ? milliseconds : undefined;
}
