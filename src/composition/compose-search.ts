import type { LibraryFiles } from "./compose-library-files.js";
import type { Runtime } from "./compose-runtime.js";
import type { Storage } from "./compose-storage.js";
import type { Given } from "./implementations.js";
import { configuredAudioSources } from "../adapters/metadata/configured-audio-sources.js";
import {
  configuredProviders,
  type ConfiguredProviders,
} from "../adapters/metadata/configured-providers.js";
import { LibraryAudioSource } from "../adapters/metadata/library/library-audio-source.js";
import { LibraryProvider } from "../adapters/metadata/library/library-provider.js";
import type { Config } from "../config/config.js";
import { configuredServices } from "../config/providers.js";
import type { AudioSource } from "../ports/analysis/audio-source.js";
import type { MetadataProvider } from "../ports/metadata/metadata-provider.js";
import type { SoundDirectory } from "../ports/metadata/sound-directory.js";
import { isDirectory, type TrackDirectory } from "../ports/metadata/track-directory.js";
import { SongIdService } from "../services/music-servers/song-id-service.js";
import { IdImport } from "../services/search/id-import.js";
import { LibrarySearchService } from "../services/search/library-search-service.js";
import { LookupService } from "../services/search/lookup-service.js";
import { ProviderQueries } from "../services/search/provider-queries.js";
import { SearchService } from "../services/search/search-service.js";
import { TrackService } from "../services/search/track-service.js";
import type { Services } from "../services/services.js";

/** Where tracks, ids and audio are found. */
export interface Providers {
  readonly providers: readonly MetadataProvider[];
  /** Those that know ids of tracks. */
  readonly directories: readonly TrackDirectory[];
  /** Those that know how tracks sound. */
  readonly soundDirectories: readonly SoundDirectory[];
  readonly sources: readonly AudioSource[];
  /** The clients of other services, and their circuit breakers. */
  readonly clients: Pick<ConfiguredProviders, "breakers" | "close">;
}

/** Composes the metadata providers and the audio sources. */
export function composeProviders({
  config,
  runtime,
  storage,
  files: { audio, folders },
  given,
}: {
  readonly config: Pick<Config, "audioSources" | "providers" | "soundDirectories">;
  readonly runtime: Pick<Runtime, "clock" | "metrics" | "userAgent">;
  readonly storage: Pick<Storage, "libraryFiles" | "limits">;
  readonly files: Pick<LibraryFiles, "audio" | "folders">;
  readonly given: Given<"directories" | "providers" | "soundDirectories" | "sources">;
}): Providers {
  const { clock, metrics, userAgent } = runtime;
  const { libraryFiles, limits } = storage;
  const configs = { ...config, providers: configuredServices(config) };
  const configured = configuredProviders(configs, {
    library: new LibraryProvider({ store: libraryFiles }),
    clock,
    userAgent,
    turnsOf: limits.turnsOf,
    observe: (exchange) => metrics.recordProviderRequest(exchange),
  });
  const providers = given.providers ?? configured.providers.slice(0, config.providers.length);
  const sources =
    given.sources ??
    configuredAudioSources(config.audioSources, {
      library: new LibraryAudioSource({ store: libraryFiles, folders, audio }),
      clients: configured.clients,
    });
  const soundDirectories = given.soundDirectories ?? configured.soundDirectories;
  const directories = given.directories ?? [
    ...providers.filter(isDirectory),
    ...soundDirectories.filter(isDirectory),
  ];
  return { providers, directories, soundDirectories, sources, clients: configured };
}

/** What finds tracks by names and ids. */
export type SearchServices = Pick<
  Services,
  "search" | "librarySearch" | "idImport" | "lookup" | "songIds" | "tracks"
>;

/** Composes the services that find tracks by names and ids. */
export function composeSearch({
  config,
  runtime,
  storage,
  providers: { providers, directories },
}: {
  readonly config: Pick<Config, "search">;
  readonly runtime: Pick<Runtime, "clock" | "failureLog">;
  readonly storage: Pick<
    Storage,
    | "analyses"
    | "idLinks"
    | "libraryFiles"
    | "librarySearch"
    | "metadata"
    | "musicServers"
    | "songs"
  >;
  readonly providers: Pick<Providers, "directories" | "providers">;
}): SearchServices {
  const { analyses, idLinks: links, libraryFiles, librarySearch: index, metadata: cache } = storage;
  const tracks = new TrackService({ cache, library: libraryFiles, analyses });
  const queries = new ProviderQueries({
    cache,
    clock: runtime.clock,
    deadlineMilliseconds: config.search.deadlineMilliseconds,
    failures: runtime.failureLog,
  });
  const search = new SearchService({ queries, cache, providers });
  const lookup = new LookupService({
    queries,
    cache,
    tracks,
    directories,
    links,
    files: libraryFiles,
  });
  const librarySearch = new LibrarySearchService({ index, tracks, search });
  const songIds = new SongIdService({ servers: storage.musicServers, songs: storage.songs });
  return { search, librarySearch, idImport: new IdImport({ links }), lookup, songIds, tracks };
}
