/** Sends requests as pages in one browser do, whose cookies it keeps. */
export class BrowserRequests {
  #cookies = new Map<string, string>();

  /** @param origin that of the page; by default, that of the server */
  constructor(
    private readonly url: string,
    private readonly origin = url,
  ) {}

  /** The cookies that it sends, as in the header `Cookie`. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async send(
    path: string,
    init: RequestInit & { readonly json?: unknown } = {},
  ): Promise<Response> {
    const { json, ...rest } = init;
    const isRead = (init.method ?? "GET") === "GET";
    const headers = new Headers(init.headers);
    if (this.cookie !== "") headers.set("cookie", this.cookie);
    if (!isRead) headers.set("origin", this.origin);
    headers.set("sec-fetch-site", this.origin === this.url ? "same-origin" : "same-site");
    if (json !== undefined) headers.set("content-type", "application/json");
    const body = json === undefined ? (init.body ?? null) : JSON.stringify(json);
    const response = await fetch(this.url + path, { ...rest, headers, body });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Signs in with a key, or by a link, or without either. */
  signIn(
    wish: { readonly link?: string; readonly scopes?: readonly string[] },
    key?: string,
  ): Promise<Response> {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return this.send("/api/session", { method: "POST", json: wish, headers });
  }
}
