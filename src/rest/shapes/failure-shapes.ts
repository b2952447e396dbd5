import { z } from "zod";
import { errorCodes } from "../../domain/errors/error-code.js";
import { answerOf } from "./plain-shapes.js";

export const errorCodeShape = z
  .enum([...errorCodes, "INTERNAL"])
  .describe("The error, for programs.");

export const failureReasonShape = z
  .object({ code: errorCodeShape, message: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean()]));

export const failureShape = z.object({
  success: z.literal(false),
  data: z.null(),
  error: failureReasonShape,
});

export const problemShape = z
  .object({
    success: z.literal(false),
    data: z.null(),
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    code: errorCodeShape,
  })
  .catchall(z.union([z.string(), z.number(), z.boolean()]))
  .describe("RFC 9457, Problem Details for HTTP APIs.");

export const nothingAnswer = answerOf(z.null());
