import type { Clock } from "../../ports/runtime/clock.js";
import type { BreakerReading } from "../../ports/runtime/metrics.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import { BoundedHttp } from "../outbound/bounded-http.js";
import { deezerRequestPolicy, DeezerProvider } from "./deezer/deezer-provider.js";
import { discogsRequestPolicy, DiscogsProvider } from "./discogs/discogs-provider.js";
import { itunesRequestPolicy, ItunesProvider } from "./itunes/itunes-provider.js";
import { lastfmRequestPolicy, LastfmProvider } from "./lastfm/lastfm-provider.js";
import {
  musicbrainzRequestPolicy,
  MusicbrainzProvider,
} from "./musicbrainz/musicbrainz-provider.js";
import {
  ProviderClient,
  type ProviderExchange,
  type RequestPolicy,
} from "./client/provider-client.js";

/**
 * One provider as the operator configured it. The base URL may be local; without it, requests go to
 * the public service.
 */
export type ProviderOptions =
  | { readonly name: "library" }
  | { readonly name: "deezer" | "itunes"; readonly baseUrl?: string }
  | { readonly name: "musicbrainz"; readonly baseUrl?: string; readonly coverArtBaseUrl?: string }
  | { readonly name: "lastfm"; readonly apiKey: string; readonly baseUrl?: string }
  | { readonly name: "discogs"; readonly token: string; readonly baseUrl?: string };

export interface ConfiguredProvidersNeeds {
  readonly library: MetadataProvider;
  readonly clock: Clock;
  /** Product name, version and address, e.g. "Overtone/1.0.0 (https://example.org/overtone)". */
  readonly userAgent: string;
  /** Time limit of one request, retries included; milliseconds, > 0. */
  readonly deadlineMilliseconds?: number;
  /** Called after every request to a provider has ended. */
  readonly observe?: (exchange: ProviderExchange) => void;
}

/** The providers in the order of the options, and the clients that send their requests. */
export interface ConfiguredProviders {
  readonly providers: readonly MetadataProvider[];
  /** By provider name; the library has none. */
  readonly clients: ReadonlyMap<string, ProviderClient>;
  /** Returns the present states of the clients' circuit breakers. */
  readonly breakers: () => readonly BreakerReading[];
  /** Closes all connections. */
  close(): Promise<void>;
}

const requestPolicy: Readonly<Record<Exclude<ProviderOptions["name"], "library">, RequestPolicy>> =
  {
    deezer: deezerRequestPolicy,
    discogs: discogsRequestPolicy,
    itunes: itunesRequestPolicy,
    lastfm: lastfmRequestPolicy,
    musicbrainz: musicbrainzRequestPolicy,
  };

/** Builds the configured providers. No request is sent yet. */
export function configuredProviders(
  options: readonly ProviderOptions[],
  needs: ConfiguredProvidersNeeds,
): ConfiguredProviders {
  const clients = new Map<string, ProviderClient>();
  const providers = options.map((wanted) => {
    if (wanted.name === "library") return needs.library;
    const client = clientFor(wanted, needs);
    clients.set(wanted.name, client);
    return providerWith(wanted, client);
  });
  return {
    providers,
    clients,
    breakers: () =>
      [...clients].map(([provider, { breakerState }]) => ({ provider, state: breakerState })),
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

type RemoteOptions = Exclude<ProviderOptions, { readonly name: "library" }>;

function clientFor(
  { name, baseUrl }: RemoteOptions,
  needs: ConfiguredProvidersNeeds,
): ProviderClient {
  const { clock, userAgent, deadlineMilliseconds, observe } = needs;
  const trusted = baseUrl === undefined ? {} : { trustedOrigin: new URL(baseUrl).origin };
  return new ProviderClient({
    provider: name,
    requestPolicy: requestPolicy[name],
    http: new BoundedHttp({ userAgent, ...trusted }),
    clock,
    deadlineMilliseconds,
    observe,
  });
}

function providerWith(options: RemoteOptions, client: ProviderClient): MetadataProvider {
  switch (options.name) {
    case "deezer":
      return new DeezerProvider({ ...options, client });
    case "itunes":
      return new ItunesProvider({ ...options, client });
    case "musicbrainz":
      return new MusicbrainzProvider({ ...options, client });
    case "lastfm":
      return new LastfmProvider({ ...options, client });
    case "discogs":
      return new DiscogsProvider({ ...options, client });
  }
}
