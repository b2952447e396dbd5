import { z } from "zod";

/**
 * The configuration of one metadata provider. Without a base URL, the public service is used.
 */
export type ProviderConfig =
  | { readonly name: "library" }
  | { readonly name: "deezer" | "itunes"; readonly baseUrl?: string }
  | { readonly name: "musicbrainz"; readonly baseUrl?: string; readonly coverArtBaseUrl?: string }
  | { readonly name: "lastfm"; readonly apiKey: string; readonly baseUrl?: string }
  | { readonly name: "discogs"; readonly token: string; readonly baseUrl?: string };

/** The configuration of one audio source. */
export type AudioSourceConfig =
  { readonly name: "library" } | { readonly name: "deezer"; readonly baseUrl?: string };

export type ProviderName = ProviderConfig["name"];

const providerNames = [
  "library",
  "deezer",
  "musicbrainz",
  "itunes",
  "lastfm",
  "discogs",
] as const satisfies readonly ProviderName[];

const audioSourceNames = [
  "library",
  "deezer",
] as const satisfies readonly AudioSourceConfig["name"][];

/** The variable with the key of each provider that needs one. */
const keyVariables: Readonly<Partial<Record<ProviderName, "LASTFM_API_KEY" | "DISCOGS_TOKEN">>> = {
  lastfm: "LASTFM_API_KEY",
  discogs: "DISCOGS_TOKEN",
};

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

/** Returns a line for each provider that is configured without the key that it needs. */
export function missingProviderKeys(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const named = (environment["METADATA_PROVIDERS"] ?? "").split(",").map((name) => name.trim());
  return Object.entries(keyVariables)
    .filter(([name, variable]) => named.includes(name) && environment[variable] === undefined)
    .map(
      ([name, variable]) => `${variable}: is required, because METADATA_PROVIDERS names ${name}`,
    );
}

/** Returns the configuration of the providers, in their order. */
export function providersFrom(read: ProviderVariables): readonly ProviderConfig[] {
  const names = read.METADATA_PROVIDERS ?? defaultProviders(read);
  return names.map((name) => providerFrom(name, read));
}

/** Returns the providers that need no key, and those whose key is set. */
function defaultProviders(read: ProviderVariables): readonly ProviderName[] {
  return providerNames.filter((name) => {
    const variable = keyVariables[name];
    return variable === undefined || read[variable] !== undefined;
  });
}

/** Returns the configuration of the audio sources, in their order. */
export function audioSourcesFrom(read: ProviderVariables): readonly AudioSourceConfig[] {
  return read.AUDIO_SOURCES.map((name) =>
    name === "deezer" ? { name, ...baseUrl(read.DEEZER_BASE_URL) } : { name },
  );
}

function providerFrom(name: ProviderName, read: ProviderVariables): ProviderConfig {
  switch (name) {
    case "library":
      return { name };
    case "deezer":
      return { name, ...baseUrl(read.DEEZER_BASE_URL) };
    case "itunes":
      return { name, ...baseUrl(read.ITUNES_BASE_URL) };
    case "musicbrainz": {
      const coverArtBaseUrl = read.COVERART_BASE_URL;
      const at = baseUrl(read.MUSICBRAINZ_BASE_URL);
      return { name, ...at, ...(coverArtBaseUrl !== undefined && { coverArtBaseUrl }) };
    }
    case "lastfm":
      return { name, apiKey: read.LASTFM_API_KEY ?? "", ...baseUrl(read.LASTFM_BASE_URL) };
    case "discogs":
      return { name, token: read.DISCOGS_TOKEN ?? "", ...baseUrl(read.DISCOGS_BASE_URL) };
  }
}

const baseUrl = (address: string | undefined): { readonly baseUrl?: string } =>
  address === undefined ? {} : { baseUrl: address };

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
