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

/** The names of the directories of sounds, in their order. */
export const soundDirectoryNames = ["acoustid"] as const;

export type SoundDirectoryName = (typeof soundDirectoryNames)[number];

/** The configuration of one metadata provider, or of the audio source or the directory of sounds of that name. */
export interface ProviderConfig<Name extends ProviderName | SoundDirectoryName = ProviderName> {
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

/** The configuration of one directory of sounds. */
export type SoundDirectoryConfig = ProviderConfig<SoundDirectoryName>;
