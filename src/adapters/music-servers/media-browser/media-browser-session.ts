import { randomUUID } from "node:crypto";
import { z } from "zod";
import { JoinedCalls } from "../../../domain/joined-calls.js";
import { MusicServerProblem } from "../../../domain/music-server/music-server-problem.js";
import type { NewMusicServer } from "../../../domain/music-server/music-server.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import { endpointUrl } from "../../metadata/endpoint-url.js";
import { lenientlyOptional } from "../../metadata/reply-shapes.js";
import { discard } from "../../outbound/bounded-http.js";
import type { OpenReply } from "../../outbound/http-connections.js";
import { CLIENT_NAME, clientVersionOf } from "../client-name.js";
import { keyInHeader } from "../key-in-header.js";
import {
  MusicServerHttp,
  type ChangingMethod,
  type MusicServerReply,
} from "../music-server-http.js";
import { saidFlag, saidId, saidText } from "../said-values.js";
import { parsedJson, strangeReply } from "../strange-reply.js";
import type { MediaBrowserKind } from "./media-browser-kinds.js";

/** Maximum length of a reply in JSON: a page of songs takes one to two megabytes. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024;

/** How long the end of a session may take before it is left to the server. */
const SIGN_OUT_MILLISECONDS = 2_000;

/** The problem of a user who may not do what was asked for. */
export const NOT_ALLOWED = "does not allow this user what is needed (status 403)";

/** What servers answer where there is no such thing, or no such request. */
const UNKNOWN_STATUSES: readonly number[] = [404, 405];

/** Who is signed in. */
interface MediaBrowserLogin {
  readonly token: string;
  /** Absent where an API key says it, which is nobody's. */
  readonly userId?: string;
  /** Whether the tasks of the server may be read. */
  readonly isAdministrator: boolean;
}

/** What a server says to everyone. */
interface PublicAbout {
  readonly productName: string | undefined;
  readonly version: string;
}

type Parameters = Readonly<Record<string, string>>;

/** What bounds a request. */
interface Bounds {
  readonly signal: AbortSignal;
  /** How often it is sent at most, where it fails for a reason that may pass; by default 3. */
  readonly attempts?: number;
}

/** The token of a request is not accepted: it has expired, or was revoked. */
class TokenRefused extends MusicServerProblem {
  constructor() {
    super("refused", "does not accept the token that it gave (status 401)");
    this.name = "TokenRefused";
  }
}

/**
 * Signs in to a server of Jellyfin or Emby, by name and password or an API key, and sends requests as who is signed in. A token that
 * is not accepted any more is replaced by a new one. The session ends with the connection, so that the list of devices there stays short.
 */
export class MediaBrowserSession {
  readonly #http: MusicServerHttp;
  readonly #signingIn = new JoinedCalls<MediaBrowserLogin>();
  /** Another one for each session: a server ends the session of a device that signs in again. */
  readonly #deviceId = randomUUID().replaceAll("-", "");
  #login: MediaBrowserLogin | undefined;

  constructor(
    private readonly needs: {
      readonly server: NewMusicServer;
      readonly kind: Pick<MediaBrowserKind, "scheme" | "tokenHeader">;
      readonly userAgent: string;
      readonly clock: Clock;
    },
  ) {
    const { server, userAgent, clock } = needs;
    this.#http = new MusicServerHttp({ ...server, userAgent, clock });
  }

  /** Asks what the server says to everyone. */
  async about(bounds: Bounds): Promise<PublicAbout> {
    const reply = await this.#http.get(this.#address("System/Info/Public"), {
      ...bounds,
      headers: this.#headers(),
      limitBytes: MAX_REPLY_BYTES,
    });
    const { ProductName: productName, Version: version } = contentOf(publicInfo, reply);
    return { productName, version };
  }

  /** Returns who is signed in, after signing in. */
  async login({ signal, ...bounds }: Bounds): Promise<MediaBrowserLogin> {
    this.#login ??= await this.#signingIn.join("", signal, (either) =>
      this.#signIn({ ...bounds, signal: either }),
    );
    return this.#login;
  }

  /**
   * Asks for something in JSON, and returns it with the time of the reply by the clock of the server.
   *
   * @throws {MusicServerProblem} the answer is an error, or has another form
   */
  ask<Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    { parameters = {}, ...bounds }: Bounds & { readonly parameters?: Parameters },
  ): Promise<{ readonly content: z.output<Shape>; readonly sentAt: number | undefined }> {
    return this.#asSignedIn(bounds, async (login) => {
      const whose = login.userId === undefined ? {} : { UserId: login.userId };
      const reply = await this.#http.get(this.#address(path, { ...parameters, ...whose }), {
        ...bounds,
        headers: this.#headers(login.token),
        limitBytes: MAX_REPLY_BYTES,
      });
      if (reply.status === 401) throw new TokenRefused();
      if (reply.status === 403) throw new MusicServerProblem("refused", NOT_ALLOWED);
      return { content: contentOf(shape, reply), sentAt: reply.sentAt };
    });
  }

  /**
   * Asks for a change, once, because a reply may have been lost. Returns the reply, which may say in any form that there is no
   * such thing, or that the server knows no such request.
   *
   * @throws {MusicServerProblem} the server refuses, or something else answers
   */
  change(
    method: ChangingMethod,
    path: string,
    {
      parameters = {},
      content,
      signal,
    }: {
      readonly parameters?: Parameters;
      readonly content?: object;
      readonly signal: AbortSignal;
    },
  ): Promise<MusicServerReply> {
    const bounds = { signal, attempts: 1 };
    return this.#asSignedIn(bounds, async ({ token }) => {
      const reply = await this.#http.send(method, this.#address(path, parameters), {
        ...bounds,
        content,
        headers: this.#headers(token),
        limitBytes: MAX_REPLY_BYTES,
      });
      const { status } = reply;
      if (status === 401) throw new TokenRefused();
      if (status === 403) throw new MusicServerProblem("refused", NOT_ALLOWED);
      if (status < 400) return reply;
      if (!UNKNOWN_STATUSES.includes(status)) throw strangeReply(reply);
      // Nobody else's answer that there is no such path.
      await this.about(bounds);
      return reply;
    });
  }

  /** Asks for something of any form, read to its end. */
  get(path: string, bounds: Bounds & { readonly limitBytes: number }): Promise<MusicServerReply> {
    return this.#asSignedIn(bounds, async (login) => {
      const headers = this.#headers(login.token);
      const reply = await this.#http.get(this.#address(path), { ...bounds, headers });
      if (reply.status === 401) throw new TokenRefused();
      return reply;
    });
  }

  /** Opens something of any form, in one attempt. */
  open(
    path: string,
    {
      parameters,
      headers,
      signal,
    }: {
      readonly parameters: Parameters;
      readonly headers: Parameters;
      readonly signal: AbortSignal;
    },
  ): Promise<OpenReply> {
    return this.#asSignedIn({ signal, attempts: 1 }, async (login) => {
      const address = this.#address(path, parameters);
      const all = { ...this.#headers(login.token), ...headers };
      const reply = await this.#http.open(address, { signal, headers: all });
      if (reply.statusCode !== 401) return reply;
      discard(reply.body);
      throw new TokenRefused();
    });
  }

  /** Ends the session, and closes all connections. */
  async close(): Promise<void> {
    const login = this.#login;
    this.#login = undefined;
    if (login?.userId !== undefined) {
      const bounds = { limitBytes: MAX_REPLY_BYTES, attempts: 1 };
      const signal = AbortSignal.timeout(SIGN_OUT_MILLISECONDS);
      const headers = this.#headers(login.token);
      // Where the server is away, the session ends when it is not used for long.
      await this.#http
        .send("POST", this.#address("Sessions/Logout"), { ...bounds, signal, headers })
        .catch(() => undefined);
    }
    this.#http.close();
  }

  /** Sends a request, and sends it once more after signing in again where its token is not accepted any more. */
  async #asSignedIn<Reply>(
    bounds: Bounds,
    send: (login: MediaBrowserLogin) => Promise<Reply>,
  ): Promise<Reply> {
    const login = await this.login(bounds);
    try {
      return await send(login);
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      if (login.userId === undefined) {
        throw await this.#refusal("does not accept the API key (status 401)", bounds);
      }
    }
    if (this.#login === login) this.#login = undefined;
    return send(await this.login(bounds));
  }

  async #signIn(bounds: Bounds): Promise<MediaBrowserLogin> {
    const { user, secret } = this.needs.server;
    if (user === null) return { token: keyInHeader(secret), isAdministrator: true };
    const reply = await this.#http.send("POST", this.#address("Users/AuthenticateByName"), {
      ...bounds,
      content: { Username: user, Pw: secret },
      headers: this.#headers(),
      limitBytes: MAX_REPLY_BYTES,
    });
    if (reply.status === 401) {
      throw await this.#refusal("does not accept the user or the password (status 401)", bounds);
    }
    if (reply.status === 403) {
      const problem =
        "does not let this user sign in (status 403), who is disabled there or not allowed from here";
      throw await this.#refusal(problem, bounds);
    }
    const { AccessToken: token, User: signedIn } = contentOf(authentication, reply);
    const isAdministrator = signedIn.Policy?.IsAdministrator === true;
    return { token, userId: signedIn.Id, isAdministrator };
  }

  /** Returns the problem of a refused login, or throws that of something in front of the server, which refuses all requests. */
  async #refusal(problem: string, bounds: Bounds): Promise<MusicServerProblem> {
    await this.about(bounds);
    return new MusicServerProblem("refused", problem);
  }

  #headers(token?: string): Parameters {
    const { kind, userAgent } = this.needs;
    const all = Object.entries({
      Client: CLIENT_NAME,
      Device: CLIENT_NAME,
      DeviceId: this.#deviceId,
      Version: clientVersionOf(userAgent),
      ...(token !== undefined && { Token: token }),
    });
    const authorization = `${kind.scheme} ${all.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
    return {
      ...{ accept: "application/json", authorization },
      ...(kind.tokenHeader !== undefined && token !== undefined && { [kind.tokenHeader]: token }),
    };
  }

  #address(path: string, parameters?: Parameters): URL {
    return endpointUrl(this.needs.server.url, path, parameters);
  }
}

const publicInfo = z.object({ ProductName: saidText, Version: z.string() });

const authentication = z.object({
  AccessToken: z.string().regex(/^[!#-~]+$/),
  User: z.object({
    Id: saidId,
    Policy: lenientlyOptional(z.object({ IsAdministrator: saidFlag })),
  }),
});

/** @throws {MusicServerProblem} a reply is an error, or has another form */
function contentOf<Shape extends z.ZodType>(
  shape: Shape,
  reply: MusicServerReply,
): z.output<Shape> {
  const read = shape.safeParse(parsedJson(reply.body));
  if (reply.status >= 400 || !read.success) throw strangeReply(reply);
  return read.data;
}
