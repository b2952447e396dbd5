import { Agent, request, type ClientRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const BODY = '{"query":"{__typename}"}';

/** How many connections to the server one proxy keeps: as many as nginx and Caddy do by their configurations. */
const KEPT_CONNECTIONS = 32;

interface Client {
  readonly url: string;
  readonly token: string;
}

/** How many requests had which status, or which error of the connection, after which pause in milliseconds. */
export type Outcomes = Readonly<Record<string, number>>;

/**
 * Sends bursts of POST requests with pauses between them, so that each request is likely to use a connection of the proxy
 * to the server that was idle for the pause. The requests of a burst are open at once, and each client connection is
 * new, so that what is lost is lost between the proxy and the server.
 *
 * @param pauses between two bursts, milliseconds
 */
export async function outcomesAfter(pauses: readonly number[], client: Client): Promise<Outcomes> {
  const outcomes: Record<string, number> = {};
  for (const milliseconds of [0, ...pauses]) {
    await pause(milliseconds);
    for (const status of await burst(client)) {
      const outcome = `${status} after ${Math.round(milliseconds)}`;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }
  return outcomes;
}

/** Begins the requests, waits until the proxy has had time to pass them on, and ends them. */
async function burst(client: Client): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: false });
  const begun = Array.from({ length: KEPT_CONNECTIONS }, () => begin(client, agent));
  await pause(BEGUN_MILLISECONDS);
  for (const { sent } of begun) sent.end(BODY.slice(1));
  return Promise.all(begun.map(({ outcome }) => outcome));
}

const BEGUN_MILLISECONDS = 100;

function begin(
  { url, token }: Client,
  agent: Agent,
): { readonly sent: ClientRequest; readonly outcome: Promise<string> } {
  const sent = request(`${url}/graphql`, {
    method: "POST",
    agent,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": BODY.length,
    },
  });
  const outcome = new Promise<string>((resolve) => {
    sent.on("response", (response) => {
      response.resume().on("end", () => resolve(String(response.statusCode)));
      response.on("error", (error) => resolve(error.message));
    });
    sent.on("error", (error) => resolve(error.message));
  });
  sent.write(BODY.slice(0, 1));
  return { sent, outcome };
}
