import { z } from "zod";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseOneOf } from "../../domain/parse-one-of.js";
import { MAX_URL_CHARACTERS, webhookEvents } from "../../domain/webhook/webhook.js";
import { deliveryStates, type DeliveryState } from "../../domain/webhook/webhook-delivery.js";
import { objectMessages, shaped } from "../request/shaped.js";
import { describedAs } from "../shapes/plain-shapes.js";
import { parametersIn, textOf } from "../shapes/url-parameters.js";

export const webhookEventShape = z.enum(webhookEvents);

export const deliveryStateShape = z.enum(deliveryStates);

/** The body of a registration; the service validates its members. */
export const webhookWishShape = z.strictObject(
  {
    url: z
      .unknown()
      .optional()
      .meta(describedAs(z.string().max(MAX_URL_CHARACTERS)))
      .describe("An https address of the public internet, unless the operator allows others."),
    events: z
      .unknown()
      .optional()
      .meta(describedAs(z.array(webhookEventShape).min(1).optional()))
      .describe("The events to send; all when absent."),
  },
  {
    error: objectMessages(
      'is not a member of a webhook; send "url" and "events" only',
      'must be a JSON object with the member "url"',
    ),
  },
);

/** The body of a registration; the service validates its members. */
export interface WebhookRegistration {
  readonly url: unknown;
  readonly events: unknown;
}

/** @throws {InvalidInputError} the body is not a JSON object, or has unknown members */
export function webhookRegistrationFrom(body: unknown): WebhookRegistration {
  const { url, events } = shaped(body, webhookWishShape);
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

/** The parameters of a list of deliveries. */
export const deliveryParameters = z.object({
  limit: textOf(z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT)).describe(
    "Maximum number of deliveries to return.",
  ),
  before: z
    .string()
    .optional()
    .describe("The id of a delivery; only older deliveries are returned."),
  state: textOf(deliveryStateShape.optional()).describe("Only deliveries in this state."),
});

/** @throws {InvalidInputError} names the parameter that is malformed */
export function deliveryPageIn(url: string): DeliveryPage {
  const parameters = parametersIn(url, deliveryParameters);
  const { limit = String(DEFAULT_LIMIT), before } = parameters;
  const first = /^[0-9]{1,3}$/.test(limit) ? Number(limit) : 0;
  if (first < 1 || first > MAX_LIMIT) {
    throw new InvalidInputError("limit", `must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  const state = parseOneOf(parameters.state, deliveryStates, "state");
  return { first, ...(before !== undefined && { before }), ...(state && { state }) };
}
