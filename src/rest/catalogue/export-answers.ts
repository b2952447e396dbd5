import { z } from "zod";

export const jspfShape = z
  .object({
    playlist: z.object({
      title: z.string(),
      creator: z.string().describe("The name and the version of this program."),
      date: z.iso.datetime().describe("When the export was made."),
      annotation: z
        .string()
        .describe("How many tracks were left out; absent where none was.")
        .optional(),
      track: z.array(
        z.object({
          location: z.array(z.string()).describe("The URL of the file."),
          identifier: z
            .array(z.string())
            .describe("The URL of the recording at MusicBrainz, where its id is in the tags.")
            .optional(),
          title: z.string(),
          creator: z.string().describe("The artist."),
          annotation: z.string().describe("The values, with confidence and method."),
          album: z.string().optional(),
          duration: z.int().describe("Milliseconds."),
        }),
      ),
    }),
  })
  .describe(
    'The tracks whose files are on the machine of the server, as in "JSPF Draft" (xspf.org/jspf).',
  );
