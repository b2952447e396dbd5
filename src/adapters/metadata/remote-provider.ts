import type { CandidateQuery } from "../../domain/track/search-query.js";
import type { CandidatePage } from "../../domain/track/track.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import type { ProviderConfig, ProviderName } from "../../ports/metadata/provider-config.js";
import type { ProviderClient } from "./client/provider-client.js";
import type { ClassifyBody } from "./client/provider-outcome.js";
import { endpointUrl } from "./endpoint-url.js";

/** The client of a provider, and the operator's configuration of it. */
export interface RemoteProviderNeeds extends Omit<ProviderConfig, "name"> {
  readonly client: ProviderClient;
}

/** A catalogue that is queried over HTTP, with replies in JSON. */
export abstract class RemoteProvider implements MetadataProvider {
  abstract readonly name: ProviderName;
  readonly isCacheable = true;
  /** Address of the public service. */
  protected abstract readonly publicBaseUrl: string;

  constructor(protected readonly needs: RemoteProviderNeeds) {}

  abstract searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage>;

  /**
   * Returns the JSON at a path below the base address.
   *
   * @param parameters those without a value are left out
   * @throws the errors of `ProviderClient.getJson`
   */
  protected getJson(
    path: string,
    parameters: Readonly<Record<string, string | number | undefined>>,
    options: { readonly signal: AbortSignal; readonly classify: ClassifyBody },
  ): Promise<unknown> {
    const { client, baseUrl = this.publicBaseUrl } = this.needs;
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, `${value}`]],
    );
    const address = endpointUrl(baseUrl, path, Object.fromEntries(given) as Record<string, string>);
    return client.getJson(address, options);
  }
}
