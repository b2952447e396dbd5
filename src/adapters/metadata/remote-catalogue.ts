import type {
  ProviderConfig,
  ProviderName,
  SoundDirectoryName,
} from "../../ports/metadata/provider-config.js";
import type { PostedForm } from "../outbound/bounded-http.js";
import type { ProviderClient } from "./client/provider-client.js";
import type { ClassifyBody } from "./client/provider-outcome.js";
import { endpointUrl } from "./endpoint-url.js";

/** The client of a catalogue, and the operator's configuration of it. */
export interface RemoteCatalogueNeeds extends Omit<ProviderConfig, "name"> {
  readonly client: ProviderClient;
}

/** How a request is sent, and its reply read. */
interface ExchangeOptions {
  readonly signal: AbortSignal;
  readonly classify: ClassifyBody;
}

/** A catalogue that is asked over HTTP, with replies in JSON. */
export abstract class RemoteCatalogue {
  abstract readonly name: ProviderName | SoundDirectoryName;
  readonly isCacheable = true;
  /** Address of the public service. */
  protected abstract readonly publicBaseUrl: string;

  constructor(protected readonly needs: RemoteCatalogueNeeds) {}

  /**
   * Returns the JSON at a path below the base address.
   *
   * @param parameters those without a value are left out
   * @throws the errors of `ProviderClient.getJson`
   */
  protected getJson(
    path: string,
    parameters: Readonly<Record<string, string | number | undefined>>,
    options: ExchangeOptions,
  ): Promise<unknown> {
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, `${value}`]],
    );
    const address = this.#addressOf(path, Object.fromEntries(given) as Record<string, string>);
    return this.needs.client.getJson(address, options);
  }

  /**
   * Returns the JSON that a path below the base address replies to a form.
   *
   * @throws the errors of `ProviderClient.getJson`
   */
  protected postForm(path: string, form: PostedForm, options: ExchangeOptions): Promise<unknown> {
    return this.needs.client.getJson(this.#addressOf(path), { ...options, form });
  }

  #addressOf(path: string, parameters?: Readonly<Record<string, string>>): URL {
    return endpointUrl(this.needs.baseUrl ?? this.publicBaseUrl, path, parameters);
  }
}
