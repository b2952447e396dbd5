import { z } from "zod";
import { answerOf } from "../shapes/plain-shapes.js";
import { analysisShape } from "../shapes/analysis-shapes.js";
import { recordingIdShape, trackKeyShape } from "../shapes/track-shapes.js";
import { deliveryStateShape, webhookEventShape } from "./webhook-requests.js";

export const webhookShape = z.object({
  id: z.string().regex(/^wh_[0-9a-f]{16}$/),
  url: z.url(),
  events: z.array(webhookEventShape).min(1),
  createdAt: z.iso.datetime(),
  disabledAt: z.iso
    .datetime()
    .nullable()
    .describe(
      "When it was disabled, because its address responded with 410; `null` if it is enabled.",
    ),
});

export const webhookAnswer = answerOf(webhookShape);

export const registeredWebhookShape = webhookShape.extend({
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/=]+$/),
});

export const webhookRegisteredAnswer = answerOf(registeredWebhookShape);

export const webhooksAnswer = answerOf(z.array(webhookShape));

export const deliveryAttemptShape = z.object({
  at: z.iso.datetime(),
  milliseconds: z.int().min(0),
  status: z.int().nullable().describe("The HTTP status of the response; `null` if there was none."),
  problem: z.string().nullable().describe("Why the attempt failed; `null` if it succeeded."),
});

export const readyMessageShape = z.object({
  type: z.literal("analysis.ready"),
  timestamp: z.iso.datetime(),
  data: analysisShape.omit({ confidence: true }).extend({ recordingId: recordingIdShape }),
});

export const failedMessageShape = z.object({
  type: z.literal("analysis.failed"),
  timestamp: z.iso.datetime(),
  data: z.object({
    trackKey: trackKeyShape,
    recordingId: recordingIdShape
      .nullable()
      .describe("The recording that the file holds; `null` where it is not known."),
    error: z.object({
      code: z.string(),
      message: z.string(),
      retryAfterSeconds: z.int().nullable(),
      isRetryable: z.boolean(),
    }),
  }),
});

export const webhookMessageShape = z.union([readyMessageShape, failedMessageShape]);

export const deliveryShape = z.object({
  id: z.string().regex(/^msg_[0-9a-f]{24}$/),
  event: webhookEventShape,
  state: deliveryStateShape,
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  attempts: z.array(deliveryAttemptShape).describe("The latest twenty attempts, oldest first."),
  payload: webhookMessageShape,
});

export const deliveryAnswer = answerOf(deliveryShape);

export const deliveriesAnswer = answerOf(z.array(deliveryShape));
