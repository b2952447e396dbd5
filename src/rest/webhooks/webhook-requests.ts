import { z } from "zod";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { deliveryStates, type DeliveryState } from "../../domain/webhook/webhook-delivery.js";
import { shaped } from "../request/shaped.js";

const registrationShape = z.strictObject(
  { url: z.unknown().optional(), events: z.unknown().optional() },
  {
    error: ({ code }) =>
      code === "unrecognized_keys"
        ? 'is not a member of a webhook; send "url" and "events" only'
        : 'must be a JSON object with the member "url"',
  },
);

/** The body of a registration; the service validates its members. */
export interface WebhookRegistration {
  readonly url: unknown;
  readonly events: unknown;
}

/** @throws {InvalidInputError} the body is not a JSON object, or has unknown members */
export function webhookRegistrationFrom(body: unknown): WebhookRegistration {
  const { url, events } = shaped(body, registrationShape);
  return { url, events };
}

/** Which deliveries to list. */
export interface DeliveryPage {
  readonly first: number;
  readonly before?: string;
  readonly state?: DeliveryState;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** @throws {InvalidInputError} names the parameter that is malformed */
export function deliveryPageFrom(parameters: {
  readonly limit?: string;
  readonly before?: string;
  readonly state?: string;
}): DeliveryPage {
  const { limit = String(DEFAULT_LIMIT), before } = parameters;
  const first = /^[0-9]{1,3}$/.test(limit) ? Number(limit) : 0;
  if (first < 1 || first > MAX_LIMIT) {
    throw new InvalidInputError("limit", `must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  const state = deliveryStates.find((known) => known === parameters.state);
  if (parameters.state !== undefined && state === undefined) {
    throw new InvalidInputError("state", `must be one of ${deliveryStates.join(", ")}`);
  }
  return { first, ...(before !== undefined && { before }), ...(state && { state }) };
}
