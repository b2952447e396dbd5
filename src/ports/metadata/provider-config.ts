/** The names of the metadata providers, in their default order. */
export const providerNames = [
  "library",
  "deezer",
  "musicbrainz",
  "itunes",
  "lastfm",
  "discogs",
] as const;

export type ProviderName = (typeof providerNames)[number];

/** The names of the audio sources, in their default order. */
export const audioSourceNames = ["library", "deezer"] as const satisfies readonly ProviderName[];

/** The configuration of one metadata provider, or of the audio source of that name. */
export interface ProviderConfig<Name extends ProviderName = ProviderName> {
  readonly name: Name;
  /** Address of the service; it may be local. The public service where absent. */
  readonly baseUrl?: string | undefined;
  /** The operator's key or token, for a service that needs one. */
  readonly apiKey?: string | undefined;
  /** Address of the Cover Art Archive, for MusicBrainz; the public one where absent. */
  readonly coverArtBaseUrl?: string | undefined;
}

/** The configuration of one audio source. */
export type AudioSourceConfig = ProviderConfig<(typeof audioSourceNames)[number]>;
