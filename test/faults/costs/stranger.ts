import { Agent, request } from "node:http";
import type { DescribedLoad } from "../turns/described-load.js";

/** What a caller without a key offers, where a request may have a body. */
const LARGE_BODY = Buffer.alloc(1_000_000, " ");

/** Sends a request without a key, on a connection of its own, and resolves when it is over. */
export function sendAsStranger(
  { url }: { readonly url: string },
  { method, path, headers, body }: DescribedLoad,
): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url + path, { method, headers, agent: new Agent() });
    // The server may end the connection before all is sent.
    sent.on("error", () => undefined);
    sent.once("response", (response) => response.resume());
    sent.once("close", () => resolve());
    sent.end(body === undefined ? undefined : LARGE_BODY);
  });
}
