import { z } from "zod";
import { answerOf } from "../shapes/plain-shapes.js";

export const livenessAnswer = answerOf(z.object({ status: z.literal("ok") }));

export const readinessAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    status: z.enum(["ok", "failed", "starting"]),
    checks: z
      .record(z.string(), z.enum(["ok", "failed", "starting", "missing"]))
      .describe(
        "The state of each part. Indexes are built at start, which takes seconds. Workers are missing where an analysis that may start has waited for a minute and none runs; the server is ready all the same.",
      ),
  }),
});
