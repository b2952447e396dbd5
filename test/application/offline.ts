/** The part of an environment that keeps a server to this machine: no service is ever asked. */
export const offline = { METADATA_PROVIDERS: "library", AUDIO_SOURCES: "library" };
