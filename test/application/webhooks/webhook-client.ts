import type { Scope } from "../../../src/domain/api-key.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

/** A delivery as it is shown, as far as tests look. */
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

/** Asks for webhooks as a client does. */
export class WebhookClient {
  readonly #application: () => ApplicationUnderTest;

  constructor(application: () => ApplicationUnderTest) {
    this.#application = application;
  }

  /** Asks with a new key of these scopes, or with the key given. */
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

  /** The deliveries of a webhook, once the first of them is as told. */
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
