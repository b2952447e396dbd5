import type { Scope } from "../../../src/domain/api-key.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

/** The parts of a delivery that tests read. */
export interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly nextAttemptAt: string | null;
  readonly attempts: readonly { readonly status: number | null; readonly problem: string | null }[];
  readonly payload: unknown;
}

/** A webhook, and the key that registered it. */
export interface RegisteredWebhook {
  readonly id: string;
  readonly secret: string;
  readonly key: string;
}

/** A client of the webhook routes. */
export class WebhookClient {
  readonly #application: () => ApplicationUnderTest;

  constructor(application: () => ApplicationUnderTest) {
    this.#application = application;
  }

  /** Sends a request with a new key of these scopes, or with the given key. */
  async ask(
    method: string,
    path: string,
    options: { body?: unknown; scopes?: readonly Scope[]; key?: string } = {},
  ): Promise<Response> {
    const { body, scopes = ["read", "write"] } = options;
    const key = options.key ?? (await this.keyWith(scopes));
    return fetch(`${this.#application().url}/api/webhooks${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async keyWith(scopes: readonly Scope[]): Promise<string> {
    return (await this.#application().services.access.issue({ name: "hooks", scopes })).token;
  }

  async register(body: object): Promise<RegisteredWebhook> {
    const key = await this.keyWith(["read", "write"]);
    const response = await this.ask("POST", "", { body, key });
    const { data } = (await response.json()) as { data: { id: string; secret: string } };
    return { id: data.id, secret: data.secret, key };
  }

  async deliveriesOf({ id, key }: RegisteredWebhook): Promise<Delivery[]> {
    const response = await this.ask("GET", `/${id}/deliveries`, { key });
    return ((await response.json()) as { data: Delivery[] }).data;
  }

  /** Returns the deliveries of a webhook when the first of them meets the condition. */
  async settled(
    hook: RegisteredWebhook,
    isSettled: (delivery: Delivery) => boolean,
  ): Promise<Delivery[]> {
    for (;;) {
      const deliveries = await this.deliveriesOf(hook);
      if (deliveries[0] && isSettled(deliveries[0])) return deliveries;
    }
  }
}
