import type { UnreachablePlace } from "./domain/library-file.js";
import { trackKeyFrom } from "./domain/track-key.js";
import type { Track } from "./domain/track.js";

/** The track of the demo library that the first requests ask for. */
const demoTrack = { artist: "Overtone", trackName: "Four on the Floor" };
export const demoTrackKey = trackKeyFrom(demoTrack.artist, demoTrack.trackName);

/** What to ask for where the library is the operator's own. */
const anyTrack = { artist: "ARTIST", trackName: "TITLE", trackKey: "TRACK_KEY" };

/**
 * What a server says when it is up: where it is, which library folders are away, its first key, and
 * three requests to paste. The key is known only when it was made just now.
 */
export function welcomeText(server: {
  readonly url: string;
  readonly token: string | undefined;
  readonly fileCount: number;
  readonly missingFolders: readonly UnreachablePlace[];
  /** A track to ask for, where one is known. */
  readonly example: Pick<Track, "artist" | "trackName" | "trackKey"> | undefined;
}): string {
  const { url, token, fileCount } = server;
  const { artist, trackName, trackKey } = server.example ?? anyTrack;
  const authorization = `-H "Authorization: Bearer ${token ?? "$OVERTONE_API_KEY"}"`;
  const words = (name: string): string => name.replaceAll(" ", "+");
  const missing = server.missingFolders.map(
    ({ path, reason }) => `\n  Missing:   ${path} ${reason}`,
  );
  const query =
    `{ search(track: \\"${trackName}\\") { results { trackName artist analysis(compute: true) ` +
    `{ ... on TrackAnalysis { tempo keyString timeSignature mood { happy relaxed } } } } } }`;
  return `
Overtone listens at ${url}
  Explore:   ${url}/
  Library:   ${fileCount} files${missing.join("")}
  API key:   ${token ? `${token}  (shown this once)` : "as issued; another: npx overtone keys create --name NAME"}

Search for a track:
  curl ${authorization} "${url}/api/audio/search?track=${words(trackName)}&artist=${words(artist)}"

What does it sound like?
  curl ${authorization} "${url}/api/audio/analysis/${trackKey}"

Both in one request:
  curl ${authorization} -H "Content-Type: application/json" -d '{"query":"${query}"}' ${url}/graphql
`;
}
