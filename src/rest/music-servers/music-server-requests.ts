import { z } from "zod";
import { parseMountedFolders } from "../../domain/music-server/mounted-folder.js";
import {
  musicServerKinds,
  parseMusicServerKind,
  parseMusicServerLimits,
  parseMusicServerLogin,
  parseMusicServerName,
  parseMusicServerUrl,
} from "../../domain/music-server/music-server.js";
import type { AddedMusicServer } from "../../services/music-servers/music-server-service.js";
import { objectMessages, shaped } from "../request/shaped.js";
import { describedAs } from "../shapes/plain-shapes.js";

export const musicServerKindShape = z.enum(musicServerKinds);

export const mountedFolderShape = z.strictObject({
  from: z
    .string("must be a text")
    .describe("The beginning of paths as the music server says them; `/` for all."),
  to: z.string("must be a text").describe("The folder here, absolute."),
});

/** The body that adds a server; the domain validates its members. */
export const musicServerWishShape = z.strictObject(
  {
    url: z
      .unknown()
      .optional()
      .meta(describedAs(z.url()))
      .describe("The address of the server, http or https; it may be in a private network."),
    kind: z
      .string("must be a text")
      .optional()
      .meta(describedAs(musicServerKindShape.optional()))
      .describe(
        "The API that it has; when absent, the name where it is a kind, or else `opensubsonic`.",
      ),
    user: z
      .unknown()
      .optional()
      .meta(describedAs(z.string().optional()))
      .describe("Who signs in; absent with an API key."),
    password: z
      .unknown()
      .optional()
      .meta(describedAs(z.string().optional()))
      .describe("Of this user; it is stored encrypted, and never answered."),
    apiKey: z
      .unknown()
      .optional()
      .meta(describedAs(z.string().optional()))
      .describe(
        "In place of a user and a password, where the server has keys; the token of a Plex server.",
      ),
    requestsPerSecond: z
      .number("must be a number")
      .nullish()
      .describe("How many requests may begin in one second, 1 to 1,000; 20 when absent."),
    bytesPerSecond: z
      .number("must be a number")
      .nullish()
      .describe("How much audio may be received in one second, at least 10,000; any when absent."),
    mounted: z
      .array(mountedFolderShape, "must be a list")
      .nullish()
      .describe(
        "Folders of the server of Overtone in which the files lie, too: they are read from there where they have the listed length. At most 20.",
      ),
  },
  {
    error: objectMessages(
      "is not a member of a music server",
      'must be a JSON object with the members "url", "user" and "password"',
    ),
  },
);

/** @throws {InvalidInputError} names the member that is missing or malformed */
export function musicServerFrom(name: unknown, body: unknown): AddedMusicServer {
  const { url, kind, user, password, apiKey, mounted, ...limits } = shaped(
    body,
    musicServerWishShape,
  );
  const parsedName = parseMusicServerName(name);
  const parsedKind = parseMusicServerKind(kind, parsedName);
  return {
    name: parsedName,
    kind: parsedKind,
    url: parseMusicServerUrl(url),
    ...parseMusicServerLogin({ user, password, apiKey }, parsedKind),
    ...parseMusicServerLimits(limits),
    mounted: parseMountedFolders(mounted),
  };
}
