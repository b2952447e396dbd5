import type { Clock } from "../../ports/runtime/clock.js";
import type { BreakerReading } from "../../ports/runtime/metrics.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import type {
  ProviderConfig,
  ProviderName,
  SoundDirectoryConfig,
  SoundDirectoryName,
} from "../../ports/metadata/provider-config.js";
import type { SoundDirectory } from "../../ports/metadata/sound-directory.js";
import type { TrackDirectory } from "../../ports/metadata/track-directory.js";
import { BoundedHttp } from "../outbound/bounded-http.js";
import { ProviderClient, type ProviderExchange } from "./client/provider-client.js";
import type { RequestPace, RequestPolicy } from "./client/request-pacer.js";
import type { RequestTurns } from "./client/request-turns.js";
import { AcoustidDirectory } from "./acoustid/acoustid-directory.js";
import { DeezerProvider } from "./deezer/deezer-provider.js";
import { DiscogsProvider } from "./discogs/discogs-provider.js";
import { ItunesProvider } from "./itunes/itunes-provider.js";
import { LastfmProvider } from "./lastfm/lastfm-provider.js";
import { MusicbrainzProvider } from "./musicbrainz/musicbrainz-provider.js";

/** What providers need, beside their configuration. */
export interface ConfiguredProvidersNeeds {
  readonly library: MetadataProvider;
  readonly clock: Clock;
  /** Product name, version and address, e.g. "Overtone/1.0.0 (https://example.org/overtone)". */
  readonly userAgent: string;
  /** Returns the turns of all servers at a provider; without them, this process paces alone. */
  readonly turnsOf?: (provider: string, pace: RequestPace) => RequestTurns | undefined;
  /** Called after every request to a provider has ended. */
  readonly observe?: (exchange: ProviderExchange) => void;
}

/** The providers in the order of the options, and the clients that send their requests. */
export interface ConfiguredProviders {
  readonly providers: readonly MetadataProvider[];
  /** Which also find tracks by their own ids. */
  readonly soundDirectories: readonly (SoundDirectory & TrackDirectory)[];
  /** By provider name; the library has none. */
  readonly clients: ReadonlyMap<string, ProviderClient>;
  /** Returns the present states of the clients' circuit breakers. */
  readonly breakers: () => readonly BreakerReading[];
  /** Closes all connections. */
  close(): void;
}

const remoteProviders = {
  deezer: DeezerProvider,
  discogs: DiscogsProvider,
  itunes: ItunesProvider,
  lastfm: LastfmProvider,
  musicbrainz: MusicbrainzProvider,
} as const satisfies Record<Exclude<ProviderName, "library">, unknown>;

const soundDirectories = {
  acoustid: AcoustidDirectory,
} as const satisfies Record<SoundDirectoryName, unknown>;

/** The configurations of providers, and of directories of sounds. */
export interface ProviderConfigs {
  readonly providers: readonly ProviderConfig[];
  readonly soundDirectories: readonly SoundDirectoryConfig[];
}

/** Builds the configured providers and directories. No request is sent yet. */
export function configuredProviders(
  configs: ProviderConfigs,
  { library, clock, userAgent, turnsOf, observe }: ConfiguredProvidersNeeds,
): ConfiguredProviders {
  const clients = new Map<string, ProviderClient>();
  const clientOf = (
    { name, baseUrl }: ProviderConfig<ProviderName | SoundDirectoryName>,
    requestPolicy: RequestPolicy,
  ): ProviderClient => {
    const trusted = baseUrl === undefined ? {} : { trustedOrigin: new URL(baseUrl).origin };
    const client = new ProviderClient({
      provider: name,
      requestPolicy,
      http: new BoundedHttp({ userAgent, ...trusted }),
      clock,
      turns: turnsOf?.(name, requestPolicy),
      observe,
    });
    clients.set(name, client);
    return client;
  };
  return {
    providers: configs.providers.map((config) => {
      if (config.name === "library") return library;
      const Provider = remoteProviders[config.name];
      return new Provider({ ...config, client: clientOf(config, Provider.requestPolicy) });
    }),
    soundDirectories: configs.soundDirectories.map((config) => {
      const Directory = soundDirectories[config.name];
      return new Directory({ ...config, client: clientOf(config, Directory.requestPolicy) });
    }),
    clients,
    breakers: () =>
      [...clients].map(([provider, { breakerState }]) => ({ provider, state: breakerState })),
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}
