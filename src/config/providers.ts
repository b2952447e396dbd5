import { z } from "zod";
import {
  type AudioSourceConfig,
  audioSourceNames,
  type ProviderConfig,
  type ProviderName,
  providerNames,
} from "../ports/metadata/provider-config.js";

/** Returns a schema of a comma-separated list of known names, with duplicates removed. */
function namesOf<Name extends string>(known: readonly Name[]): z.ZodType<readonly Name[]> {
  return z
    .string()
    .transform((text) => [...new Set(text.split(",").map((name) => name.trim()))])
    .pipe(z.array(z.enum(known, `must be one of: ${known.join(", ")}`)));
}

const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address that begins with http:// or https://",
});

/** The environment variables of metadata providers and audio sources. */
export const providerVariables = {
  METADATA_PROVIDERS: namesOf(providerNames).optional(),
  AUDIO_SOURCES: namesOf(audioSourceNames).default([...audioSourceNames]),
  DEEZER_BASE_URL: webAddress.optional(),
  ITUNES_BASE_URL: webAddress.optional(),
  MUSICBRAINZ_BASE_URL: webAddress.optional(),
  COVERART_BASE_URL: webAddress.optional(),
  LASTFM_BASE_URL: webAddress.optional(),
  LASTFM_API_KEY: z.string().optional(),
  DISCOGS_BASE_URL: webAddress.optional(),
  DISCOGS_TOKEN: z.string().optional(),
};

type ProviderVariables = z.output<z.ZodObject<typeof providerVariables>>;

type AddressVariable = `${string}_BASE_URL` & keyof ProviderVariables;

/** The variables of each provider. One with a key is used by default only where its key is set. */
const variablesOf: Readonly<
  Record<
    ProviderName,
    {
      readonly baseUrl?: AddressVariable;
      readonly apiKey?: "LASTFM_API_KEY" | "DISCOGS_TOKEN";
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
};

/** Returns a line for each provider that is configured without the key that it needs. */
export function missingProviderKeys(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const named = (environment["METADATA_PROVIDERS"] ?? "").split(",").map((name) => name.trim());
  return providerNames.flatMap((name) => {
    const { apiKey } = variablesOf[name];
    if (apiKey === undefined || !named.includes(name) || environment[apiKey] !== undefined)
      return [];
    return [`${apiKey}: is required, because METADATA_PROVIDERS names ${name}`];
  });
}

/** Returns the configuration of the providers, in their order. */
export function providersFrom(read: ProviderVariables): readonly ProviderConfig[] {
  const names = read.METADATA_PROVIDERS ?? defaultProviders(read);
  return names.map((name) => providerConfigOf(name, read));
}

/** Returns the providers that need no key, and those whose key is set. */
function defaultProviders(read: ProviderVariables): readonly ProviderName[] {
  return providerNames.filter((name) => {
    const { apiKey } = variablesOf[name];
    return apiKey === undefined || read[apiKey] !== undefined;
  });
}

/** Returns the configuration of the audio sources, in their order. */
export function audioSourcesFrom(read: ProviderVariables): readonly AudioSourceConfig[] {
  return read.AUDIO_SOURCES.map((name) => providerConfigOf(name, read));
}

function providerConfigOf<Name extends ProviderName>(
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
