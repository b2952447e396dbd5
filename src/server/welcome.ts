import { signInLinkFrom } from "../domain/browser-session.js";
import type { KnownFolder } from "../domain/library/library-file.js";
import { printableText } from "../domain/printable-text.js";
import { trackKeyFrom } from "../domain/track/track-key.js";
import type { Track } from "../domain/track/track.js";

/** The track of the demo library in the example requests. */
export const demoTrack = {
  artist: "Overtone",
  trackName: "Four on the Floor",
  trackKey: trackKeyFrom("Overtone", "Four on the Floor"),
};

/** Placeholders for the example requests where the library contains the operator's own files. */
const anyTrack = { artist: "ARTIST", trackName: "TITLE", trackKey: "TRACK_KEY" };

/**
 * Returns the text that a server prints when it listens: its URL, a link that opens the page signed
 * in, the library folders that are missing or not configured, the first API key, and three requests
 * to paste. The key is known only if this start created it.
 */
export function welcomeText(server: {
  /** Where it listens. */
  readonly url: string;
  /** The URL by which programs on the same machine reach it. */
  readonly ownUrl: string;
  /** The URL by which clients reach it, if that is another one. */
  readonly publicUrl?: string | undefined;
  readonly token: string | undefined;
  /** The token of a link that opens the page signed in, once; absent where no key may read. */
  readonly linkToken?: string | undefined;
  readonly fileCount: number;
  /** Whether the first scan is complete; until then the example requests may find nothing. */
  readonly isScanned: boolean;
  /** The configured folders, and other folders with files in the library. */
  readonly folders: readonly KnownFolder[];
  /** A track for the examples, if one is known. */
  readonly example: Pick<Track, "artist" | "trackName" | "trackKey"> | undefined;
}): string {
  const { token, linkToken, fileCount } = server;
  const url = server.publicUrl ?? server.ownUrl;
  const { trackKey, ...names } = server.example ?? anyTrack;
  const artist = printableText(names.artist);
  const trackName = printableText(names.trackName);
  const authorization = `-H "Authorization: Bearer ${token ?? "$OVERTONE_API_KEY"}"`;
  const joined = (name: string): string => name.replaceAll(" ", "+");
  const query =
    `{ search(track: \\"${trackName}\\") { results { trackName artist analysis(compute: true) ` +
    `{ ... on TrackAnalysis { tempo keyString timeSignature mood { happy relaxed } } } } } }`;
  return `
Overtone listens at ${server.url}
  Explore:   ${url}/${signInLine(url, linkToken)}
  Guide:     ${url}/guide
  Library:   ${filesLine(fileCount, server.isScanned)}${folderLines(server.folders).join("")}
  API key:   ${token ? `${token}  (shown this once)` : "created before; for a new one: npx overtone keys create --name NAME"}

Search for a track:
  curl ${authorization} "${url}/api/audio/search?track=${joined(trackName)}&artist=${joined(artist)}"

Analyse it:
  curl ${authorization} "${url}/api/audio/analysis/${trackKey}"

Both in one request:
  curl ${authorization} -H "Content-Type: application/json" -d '{"query":"${query}"}' ${url}/graphql
`;
}

const signInLine = (url: string, linkToken: string | undefined): string =>
  linkToken === undefined
    ? ""
    : `\n  Sign in:   ${signInLinkFrom(url, linkToken)}` +
      `\n             (opens the page signed in, to read; once, within an hour)`;

const filesLine = (fileCount: number, isScanned: boolean): string =>
  isScanned
    ? `${fileCount} files`
    : `${fileCount} files; still being scanned, so the requests below may find nothing yet`;

/** Returns lines about folders that are missing, and about those that this server does not read. */
function folderLines(folders: readonly KnownFolder[]): readonly string[] {
  const missing = folders.filter(({ isConfigured, problem }) => isConfigured && problem);
  const others = folders.filter(({ isConfigured }) => !isConfigured);
  const isDemoLeftOut = others.length > 0 && others.length === folders.length;
  return [
    ...missing.map(({ folder, problem }) => `\n  Missing:   ${printableText(folder)} ${problem}`),
    ...(isDemoLeftOut
      ? [
          "\n             LIBRARY_DIRS is not set. The demo library is not added, because there are other folders",
        ]
      : []),
    ...others.map(
      ({ folder, fileCount }) =>
        `\n  Not read:  ${printableText(folder)} (${fileCount} files) is in the library, but not in LIBRARY_DIRS.` +
        `\n             Its tracks are found; only servers that have it in LIBRARY_DIRS read its files.` +
        `\n             To remove it: npx overtone library remove ${printableText(JSON.stringify(folder))}`,
    ),
  ];
}

/** Returns the text that a server prints when the first scan ends after the welcome text. */
export const scannedText = (fileCount: number): string =>
  `The library is scanned: ${fileCount} files. The requests above find its tracks now.`;
