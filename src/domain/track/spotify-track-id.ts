const SPOTIFY_ID =
  /^(?:spotify:track:|https?:\/\/open\.spotify\.com\/(?:intl-[a-z]{2}\/)?track\/)?([0-9A-Za-z]{22})(?:\?.*)?$/u;

/** Returns the id of a track of Spotify of its id, URI or URL: 22 letters and digits; `undefined` of other texts. */
export const findSpotifyId = (text: string | undefined): string | undefined =>
  SPOTIFY_ID.exec(text?.trim() ?? "")?.[1];
