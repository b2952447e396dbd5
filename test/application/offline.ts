/** Settings with which a server sends no request to other machines, and analyses only what is requested. */
export const offline = {
  METADATA_PROVIDERS: "library",
  AUDIO_SOURCES: "library",
  LIBRARY_ANALYSIS: "off",
  LIBRARY_WATCH: "off",
};
