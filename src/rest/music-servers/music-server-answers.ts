import { z } from "zod";
import { answerOf } from "../shapes/plain-shapes.js";
import { mountedFolderShape, musicServerKindShape } from "./music-server-requests.js";

const problem = z.string().nullable();

export const musicServerShape = z
  .object({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/),
    kind: musicServerKindShape,
    url: z.url(),
    user: z.string().nullable().describe("`null` where an API key signs in."),
    folder: z.string().describe("The library folder with its songs: `server:` and the name."),
    fileCount: z.int().min(0).describe("The number of its songs in the library."),
    requestsPerSecond: z.int().min(1),
    bytesPerSecond: z.int().min(1).nullable().describe("`null` where there is no limit."),
    mounted: z
      .array(mountedFolderShape)
      .describe("Folders in which its files are looked for before they are received."),
    isConfigured: z
      .boolean()
      .describe("Whether the setting `MUSIC_SERVERS` names it, and requests cannot change it."),
    addedAt: z.iso.datetime().nullable().describe("`null` for one of the setting."),
    problem: problem.describe(
      "Why it cannot be used at the moment, in words that follow its name; `null` where it can, as far as it was asked.",
    ),
  })
  .describe("A music server, without its password.");

export const musicServerAnswer = answerOf(musicServerShape);

export const musicServersAnswer = answerOf(z.array(musicServerShape));

export const checkedMusicServerShape = z.object({
  product: z.string().nullable().describe("The program, as it names itself; `null` where unknown."),
  version: z.string().nullable().describe("Of the program; `null` where unknown."),
  isScanning: z
    .boolean()
    .describe("Whether it is scanning its files; they are listed when it has finished."),
  problem: problem.describe(
    "What is wrong, in words that follow the name of the server; `null` where songs can be listed and received.",
  ),
});

export const checkedMusicServerAnswer = answerOf(checkedMusicServerShape);

export const removedMusicServerAnswer = answerOf(
  z.object({ songs: z.int().min(0).describe("How many songs were removed from the library.") }),
);
