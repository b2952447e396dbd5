import type { MusicServer } from "./music-server.js";

/** A password or key, and where it is: in a file, or in an environment variable, whose text is absent where it is not set. */
export type SecretPlace =
  { readonly file: string } | { readonly variable: string; readonly text?: string | undefined };

/** A music server as the setting `MUSIC_SERVERS` names it. */
export interface MusicServerSetting extends Omit<MusicServer, "addedAt" | "sendsPassword"> {
  readonly secret: SecretPlace;
}
