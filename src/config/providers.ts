import { z } from "zod";
import {
  type AudioSourceConfig,
  audioSourceNames,
  type ProviderConfig,
  type ProviderName,
  providerNames,
  type SoundDirectoryConfig,
  type SoundDirectoryName,
  soundDirectoryNames,
} from "../ports/metadata/provider-config.js";
import { namesOf, settingNotes } from "./setting-notes.js";

const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address that begins with http:// or https://",
});

/** The address of a provider's API. */
const apiAddress = (provider: string): z.ZodOptional<typeof webAddress> =>
  webAddress.optional().register(settingNotes, {
    isShared: true,
    meaning: `The API of ${provider}, such as a mirror of it.`,
    default: "the public one",
    values: "a URL",
  });

/** The environment variables of metadata providers and audio sources. */
export const providerVariables = {
  METADATA_PROVIDERS: namesOf(providerNames).optional().register(settingNotes, {
    isShared: true,
    meaning: "The metadata providers to search, in this order.",
    default: "those that need no key, and those whose key is set",
  }),
  AUDIO_SOURCES: namesOf(audioSourceNames)
    .default([...audioSourceNames])
    .register(settingNotes, {
      isShared: true,
      meaning: "Where audio to analyse may come from, in this order.",
    }),
  LASTFM_API_KEY: z.string().optional().register(settingNotes, {
    meaning: "A key of Last.fm, which is searched where it is set.",
    values: "text",
  }),
  DISCOGS_TOKEN: z.string().optional().register(settingNotes, {
    meaning: "A token of Discogs, which is searched where it is set.",
    values: "text",
  }),
  ACOUSTID_API_KEY: z.string().optional().register(settingNotes, {
    meaning:
      "The key of an application at AcoustID, which is asked for the names of recordings by their sound where it is set.",
    values: "text",
  }),
  DEEZER_BASE_URL: apiAddress("Deezer"),
  ITUNES_BASE_URL: apiAddress("iTunes"),
  MUSICBRAINZ_BASE_URL: apiAddress("MusicBrainz"),
  COVERART_BASE_URL: apiAddress("the Cover Art Archive"),
  LASTFM_BASE_URL: apiAddress("Last.fm"),
  DISCOGS_BASE_URL: apiAddress("Discogs"),
  ACOUSTID_BASE_URL: apiAddress("AcoustID"),
};

type ProviderVariables = z.output<z.ZodObject<typeof providerVariables>>;

type AddressVariable = `${string}_BASE_URL` & keyof ProviderVariables;

/** The variables of each service. One with a key is used by default only where its key is set. */
const variablesOf: Readonly<
  Record<
    ProviderName | SoundDirectoryName,
    {
      readonly baseUrl?: AddressVariable;
      readonly apiKey?: "LASTFM_API_KEY" | "DISCOGS_TOKEN" | "ACOUSTID_API_KEY";
      readonly coverArtBaseUrl?: AddressVariable;
    }
  >
> = {
  library: {},
  deezer: { baseUrl: "DEEZER_BASE_URL" },
  musicbrainz: { baseUrl: "MUSICBRAINZ_BASE_URL", coverArtBaseUrl: "COVERART_BASE_URL" },
  itunes: { baseUrl: "ITUNES_BASE_URL" },
  lastfm: { baseUrl: "LASTFM_BASE_URL", apiKey: "LASTFM_API_KEY" },
  discogs: { baseUrl: "DISCOGS_BASE_URL", apiKey: "DISCOGS_TOKEN" },
  acoustid: { baseUrl: "ACOUSTID_BASE_URL", apiKey: "ACOUSTID_API_KEY" },
};

/** Returns a line for each provider that is configured without the key that it needs. */
export function missingProviderKeys(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return keylessProviders(environment["METADATA_PROVIDERS"] ?? "", environment).map(
    ({ name, apiKey }) => `${apiKey}: is required, because METADATA_PROVIDERS names ${name}`,
  );
}

/** A provider, and the variable with the key that it lacks. */
export interface KeylessProvider {
  readonly name: ProviderName;
  readonly apiKey: string;
}

/**
 * Returns the providers of a list that lack their key.
 *
 * @param list their names, as in `METADATA_PROVIDERS`
 */
export function keylessProviders(
  list: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly KeylessProvider[] {
  const named = namesIn(list);
  return providerNames.flatMap((name) => {
    const { apiKey } = variablesOf[name];
    const isUsable = apiKey === undefined || Boolean(environment[apiKey]);
    return isUsable || !named.includes(name) ? [] : [{ name, apiKey }];
  });
}

/** Returns a list of providers without some of them; that of the library alone where none is left. */
export function withoutProviders(list: string, left: readonly KeylessProvider[]): string {
  const kept = namesIn(list).filter((name) => left.every((one) => one.name !== name));
  return kept.length === 0 ? ("library" satisfies ProviderName) : kept.join(",");
}

const namesIn = (list: string): readonly string[] => list.split(",").map((name) => name.trim());

/** Returns the configuration of the providers, in their order. */
export function providersFrom(read: ProviderVariables): readonly ProviderConfig[] {
  const names = read.METADATA_PROVIDERS ?? usableOf(providerNames, read);
  return names.map((name) => providerConfigOf(name, read));
}

/** Returns the services that need no key, and those whose key is set. */
function usableOf<Name extends ProviderName | SoundDirectoryName>(
  names: readonly Name[],
  read: ProviderVariables,
): readonly Name[] {
  return names.filter((name) => {
    const { apiKey } = variablesOf[name];
    return apiKey === undefined || read[apiKey] !== undefined;
  });
}

/** Returns the configuration of the audio sources, in their order. */
export function audioSourcesFrom(read: ProviderVariables): readonly AudioSourceConfig[] {
  return read.AUDIO_SOURCES.map((name) => providerConfigOf(name, read));
}

/** Returns the configuration of the directories of sounds whose key is set. */
export function soundDirectoriesFrom(read: ProviderVariables): readonly SoundDirectoryConfig[] {
  return usableOf(soundDirectoryNames, read).map((name) => providerConfigOf(name, read));
}

function providerConfigOf<Name extends ProviderName | SoundDirectoryName>(
  name: Name,
  read: ProviderVariables,
): ProviderConfig<Name> {
  const { baseUrl, apiKey, coverArtBaseUrl } = variablesOf[name];
  return {
    name,
    baseUrl: baseUrl && read[baseUrl],
    apiKey: apiKey && read[apiKey],
    coverArtBaseUrl: coverArtBaseUrl && read[coverArtBaseUrl],
  };
}

/**
 * Returns the metadata providers, followed by the audio sources that are not configured as
 * providers.
 */
export function configuredServices(config: {
  readonly providers: readonly ProviderConfig[];
  readonly audioSources: readonly AudioSourceConfig[];
}): readonly ProviderConfig[] {
  const { providers, audioSources } = config;
  const names = providers.map(({ name }) => name);
  return [...providers, ...audioSources.filter(({ name }) => !names.includes(name))];
}
