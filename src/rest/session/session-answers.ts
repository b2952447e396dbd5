import { z } from "zod";
import { sessionScopes } from "../../domain/browser-session.js";
import { answerOf } from "../shapes/plain-shapes.js";

export const sessionAnswer = answerOf(
  z.object({
    isSignedIn: z.boolean().describe("Whether the cookie is that of a session that can be used."),
    id: z
      .string()
      .nullable()
      .describe("The public part of the session, as `overtone sessions list` shows it."),
    scopes: z.array(z.enum(sessionScopes)),
    expiresAt: z.iso.datetime().nullable(),
    maySignInWithoutKey: z
      .boolean()
      .describe(
        "Whether a session can be opened without a key: the library is the demo library alone, there is no proxy, and the browser runs on the machine of the server.",
      ),
  }),
);
