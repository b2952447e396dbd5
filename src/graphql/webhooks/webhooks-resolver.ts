import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import { parseCount } from "../../domain/parse-count.js";
import type { WebhookEvent } from "../../domain/webhook/webhook.js";
import type { Services } from "../../services/services.js";
import { costOfList, itemCount } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import {
  CreateWebhookPayloadType,
  toWebhookDeliveryType,
  toWebhookType,
  WebhookDeliveryType,
  webhookEventNames,
  WebhookType,
} from "./webhook-type.js";

const DEFAULT_DELIVERIES = 20;
const MAX_DELIVERIES = 100;

/** As many as an API key can have. */
const WEBHOOKS = 20;

/** Resolves webhooks. An API key has access to its own webhooks only. */
@Resolver(() => WebhookType)
export class WebhooksResolver {
  readonly #services: Pick<Services, "access" | "webhooks">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => [WebhookType], {
    complexity: costOfList(WEBHOOKS),
    description: "The webhooks of the API key, oldest first; at most 20.",
  })
  async webhooks(@Ctx() { identity }: RequestContext): Promise<readonly WebhookType[]> {
    const { access, webhooks } = this.#services;
    const found = await webhooks.list(access.requireScope(identity, "read").lookup);
    return found.map(toWebhookType);
  }

  @FieldResolver(() => [WebhookDeliveryType], {
    complexity: ({ args, childComplexity }) =>
      itemCount(args["first"], DEFAULT_DELIVERIES, MAX_DELIVERIES) * (1 + childComplexity),
    description: "Its messages, newest first; may be empty.",
  })
  async deliveries(
    @Root() { id }: WebhookType,
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: DEFAULT_DELIVERIES,
      description: "Maximum number of messages, 1 to 100.",
    })
    first: number | null,
    @Ctx() { identity }: RequestContext,
  ): Promise<readonly WebhookDeliveryType[]> {
    const { access, webhooks } = this.#services;
    const owner = access.requireScope(identity, "read").lookup;
    const count = parseCount(first ?? undefined, {
      ...{ parameter: "first", defaultValue: DEFAULT_DELIVERIES, min: 1, max: MAX_DELIVERIES },
    });
    const found = await webhooks.listDeliveries(owner, id, { first: count });
    return found.map(toWebhookDeliveryType);
  }

  @Mutation(() => CreateWebhookPayloadType, {
    complexity: ({ childComplexity }) => 1 + childComplexity,
    description: "Registers an address for messages about analyses. Requires the scope `write`.",
  })
  async createWebhook(
    @Arg("url", () => String, { description: "The address, https." }) url: string,
    @Arg("events", () => [webhookEventNames], {
      nullable: true,
      description: "What it is told of, at least one; everything when absent.",
    })
    events: readonly WebhookEvent[] | null | undefined,
    @Ctx() { identity }: RequestContext,
  ): Promise<CreateWebhookPayloadType> {
    const { access, webhooks } = this.#services;
    const owner = access.requireScope(identity, "write").lookup;
    const webhook = await webhooks.register(owner, { url, events: events ?? undefined });
    return { webhook: toWebhookType(webhook), secret: webhook.secret };
  }

  @Mutation(() => ID, {
    complexity: 1,
    description:
      "Deletes a webhook of the API key with its messages, and returns its id. Requires the scope `write`.",
  })
  async deleteWebhook(
    @Arg("id", () => ID, { description: "Identifies the webhook." }) id: string,
    @Ctx() { identity }: RequestContext,
  ): Promise<string> {
    const { access, webhooks } = this.#services;
    await webhooks.remove(access.requireScope(identity, "write").lookup, id);
    return id;
  }

  @Mutation(() => WebhookDeliveryType, {
    complexity: ({ childComplexity }) => 1 + childComplexity,
    description:
      "Sends a message of a webhook again, at once and with as many attempts as a new one. Requires the scope `write`.",
  })
  async replayWebhookDelivery(
    @Arg("webhookId", () => ID, { description: "Identifies the webhook." }) webhookId: string,
    @Arg("deliveryId", () => ID, { description: "Identifies the message." }) deliveryId: string,
    @Ctx() { identity }: RequestContext,
  ): Promise<WebhookDeliveryType> {
    const { access, webhooks } = this.#services;
    const owner = access.requireScope(identity, "write").lookup;
    return toWebhookDeliveryType(await webhooks.replay(owner, webhookId, deliveryId));
  }
}
