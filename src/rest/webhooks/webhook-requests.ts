import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { deliveryStates, type DeliveryState } from "../../domain/webhook/webhook-delivery.js";

/** The body of a registration; the service validates its members. */
export interface WebhookRegistration {
  readonly url: unknown;
  readonly events?: unknown;
}

/** @throws {InvalidInputError} the body is not a JSON object, or has unknown members */
export function webhookRegistrationFrom(body: unknown): WebhookRegistration {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new InvalidInputError("body", 'must be a JSON object with the member "url"');
  }
  const unknownMember = Object.keys(body).find((name) => name !== "url" && name !== "events");
  if (unknownMember !== undefined)
    throw new InvalidInputError(
      unknownMember.slice(0, 40),
      'is not a member of a webhook; send "url" and "events" only',
    );
  return body as WebhookRegistration;
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
