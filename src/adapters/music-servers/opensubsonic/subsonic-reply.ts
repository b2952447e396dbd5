import { z } from "zod";
import {
  MusicServerProblem,
  type MusicServerProblemKind,
} from "../../../domain/music-server/music-server-problem.js";
import { printableText } from "../../../domain/printable-text.js";
import { lenientlyOptional } from "../../metadata/reply-shapes.js";
import type { MusicServerReply } from "../music-server-http.js";
import { parsedJson, strangeReply } from "../strange-reply.js";

/**
 * The error codes of the API that something follows from. Source: OpenSubsonic API, "error", opensubsonic.netlify.app/docs/responses/error.
 */
export const subsonicCodes = {
  missingParameter: 10,
  wrongLogin: 40,
  noToken: 41,
  noPassword: 42,
  wrongKey: 44,
  notAllowed: 50,
  notFound: 70,
} as const;

/** The server answered in the form of its API that it does not do what it was asked for. */
export class SubsonicError extends MusicServerProblem {
  constructor(
    kind: MusicServerProblemKind,
    problem: string,
    readonly code: number,
  ) {
    super(kind, problem);
    this.name = "SubsonicError";
  }
}

const envelope = z.object({
  "subsonic-response": z.looseObject({
    status: z.string(),
    type: lenientlyOptional(z.string()),
    serverVersion: lenientlyOptional(z.string()),
    error: z
      .object({
        code: lenientlyOptional(z.coerce.number().int()),
        message: lenientlyOptional(z.string()),
      })
      .optional(),
  }),
});

/** The parameters of a request; one with several values is repeated. */
export type SubsonicParameters = Readonly<Record<string, string | readonly string[]>>;

/** What is in a reply, by the names of the API. */
export type SubsonicContent = z.output<typeof envelope>["subsonic-response"];

/**
 * Returns the content of a reply in JSON.
 *
 * @throws {SubsonicError} the server says that it has failed
 * @throws {MusicServerProblem} the reply is not of the API
 */
export function subsonicContentOf(reply: MusicServerReply): SubsonicContent {
  const read = envelope.safeParse(parsedJson(reply.body));
  if (!read.success) throw strangeReply(reply);
  const content = read.data["subsonic-response"];
  if (content.status === "ok" && reply.status < 400) return content;
  const { code = 0, message = "" } = content.error ?? {};
  throw errorOf(code, message);
}

/** Returns a list in a reply; a list of one may be written without the brackets, and an empty one not at all. */
export function listOf(content: SubsonicContent, outer: string, inner: string): readonly unknown[] {
  const holder = z.looseObject({}).safeParse(content[outer]);
  const list = holder.data?.[inner];
  if (list === undefined) return [];
  return Array.isArray(list) ? list : [list];
}

/**
 * Returns why no audio was sent, by the reply that came instead: an error of the API, also in XML, which some servers send
 * whatever is asked for, or something else.
 */
export function refusalOf(reply: MusicServerReply): MusicServerProblem {
  const [, code] = /<error\b[^>]*\bcode="(\d+)"/.exec(new TextDecoder().decode(reply.body)) ?? [];
  if (code !== undefined) return errorOf(Number(code), "");
  try {
    subsonicContentOf(reply);
  } catch (error) {
    if (error instanceof MusicServerProblem) return error;
    throw error;
  }
  return new MusicServerProblem("unreadable", "answers a request for audio without audio");
}

function errorOf(code: number, message: string): SubsonicError {
  const { wrongLogin, noToken, noPassword, wrongKey, notAllowed } = subsonicCodes;
  const said = message === "" ? `code ${code}` : `code ${code}: ${printableText(message)}`;
  switch (code) {
    case wrongLogin:
      return new SubsonicError(
        "refused",
        `does not accept the user or the password (${said})`,
        code,
      );
    case wrongKey:
      return new SubsonicError("refused", `does not accept the API key (${said})`, code);
    case noToken:
    case noPassword: {
      const problem = `takes no password of this user; add it with an API key (${said})`;
      return new SubsonicError("refused", problem, code);
    }
    case notAllowed:
      return new SubsonicError(
        "refused",
        `does not allow this user what is needed (${said})`,
        code,
      );
    default:
      return new SubsonicError("unreadable", `cannot do what is asked for (${said})`, code);
  }
}
