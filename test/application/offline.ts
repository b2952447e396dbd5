/** Settings with which a server sends no request to other machines. */
export const offline = { METADATA_PROVIDERS: "library", AUDIO_SOURCES: "library" };
