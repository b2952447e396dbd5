import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import { printableText } from "../../domain/printable-text.js";
import type { MusicServerReply } from "./music-server-http.js";

/** Returns what a body in JSON says; `undefined` for any other body. */
export function parsedJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

/** Says what is wrong where a reply is not of the API of its server, and what to do about it. */
export function strangeReply({
  status,
  mediaType,
}: Pick<MusicServerReply, "status" | "mediaType">): MusicServerProblem {
  if (status === 401 || status === 403) {
    const problem = `asks to sign in before its API is reached (status ${status})`;
    return new MusicServerProblem("refused", problem);
  }
  const what = mediaType === "text/html" ? "a page" : `"${printableText(mediaType)}"`;
  const problem =
    `answers with ${what} (status ${status}) in place of its API; ` +
    "is the address right, and is no page in front of it that asks to sign in?";
  return new MusicServerProblem("unreadable", problem);
}
