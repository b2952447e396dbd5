import type { KnownFolder } from "../domain/track/library-file.js";
import { trackKeyFrom } from "../domain/track/track-key.js";
import type { Track } from "../domain/track/track.js";

/** The track of the demo library in the example requests. */
export const demoTrack = {
  artist: "Overtone",
  trackName: "Four on the Floor",
  trackKey: trackKeyFrom("Overtone", "Four on the Floor"),
};

/** Placeholders for the example requests where the library is the operator's own. */
const anyTrack = { artist: "ARTIST", trackName: "TITLE", trackKey: "TRACK_KEY" };

/**
 * Returns the text that a server prints when it listens: its URL, the library folders that are
 * missing or not configured, the first API key, and three requests to paste. The key is known only
 * when it was created by this start.
 */
export function welcomeText(server: {
  readonly url: string;
  readonly token: string | undefined;
  readonly fileCount: number;
  /** Whether the first scan is complete; until then the examples may find nothing. */
  readonly isScanned: boolean;
  /** The configured folders, and the others whose files the library holds. */
  readonly folders: readonly KnownFolder[];
  /** A track for the examples, if one is known. */
  readonly example: Pick<Track, "artist" | "trackName" | "trackKey"> | undefined;
}): string {
  const { url, token, fileCount } = server;
  const { artist, trackName, trackKey } = server.example ?? anyTrack;
  const authorization = `-H "Authorization: Bearer ${token ?? "$OVERTONE_API_KEY"}"`;
  const joined = (name: string): string => name.replaceAll(" ", "+");
  const query =
    `{ search(track: \\"${trackName}\\") { results { trackName artist analysis(compute: true) ` +
    `{ ... on TrackAnalysis { tempo keyString timeSignature mood { happy relaxed } } } } } }`;
  return `
Overtone listens at ${url}
  Explore:   ${url}/
  Library:   ${filesLine(fileCount, server.isScanned)}${folderLines(server.folders).join("")}
  API key:   ${token ? `${token}  (shown this once)` : "as issued; another: npx overtone keys create --name NAME"}

Search for a track:
  curl ${authorization} "${url}/api/audio/search?track=${joined(trackName)}&artist=${joined(artist)}"

What does it sound like?
  curl ${authorization} "${url}/api/audio/analysis/${trackKey}"

Both in one request:
  curl ${authorization} -H "Content-Type: application/json" -d '{"query":"${query}"}' ${url}/graphql
`;
}

const filesLine = (fileCount: number, isScanned: boolean): string =>
  isScanned
    ? `${fileCount} files`
    : `${fileCount} files so far; it is still being scanned, and the examples answer when it is done`;

/** Returns lines about folders that are missing, and about those that this server does not read. */
function folderLines(folders: readonly KnownFolder[]): readonly string[] {
  const missing = folders.filter(({ isConfigured, problem }) => isConfigured && problem);
  const others = folders.filter(({ isConfigured }) => !isConfigured);
  const isDemoLeftOut = others.length > 0 && others.length === folders.length;
  return [
    ...missing.map(({ folder, problem }) => `\n  Missing:   ${folder} ${problem}`),
    ...(isDemoLeftOut
      ? [
          "\n             LIBRARY_DIRS is not set; the library holds other folders, so the demo is left out",
        ]
      : []),
    ...others.map(
      ({ folder, fileCount }) =>
        `\n  Also held: ${folder} (${fileCount} files), which LIBRARY_DIRS does not name here;` +
        `\n             its files are found, and read only by servers that name it.` +
        `\n             To drop it: npx overtone library remove ${JSON.stringify(folder)}`,
    ),
  ];
}

/** Returns the text that a server prints when the first scan ends after the welcome text. */
export const scannedText = (fileCount: number): string =>
  `The library is scanned: ${fileCount} files. The examples answer now.`;
