import { setImmediate as nextTurn } from "node:timers/promises";
import { BoundedHttp } from "../../src/adapters/outbound/bounded-http.js";
import {
  ProviderClient,
  type ProviderClientOptions,
} from "../../src/adapters/metadata/client/provider-client.js";
import { HttpConnections } from "../../src/adapters/outbound/http-connections.js";
import { publicAddressesOf } from "../../src/adapters/outbound/public-addresses-of.js";
import { waitUntil } from "../wait-until.js";
import { ManualClock } from "./manual-clock.js";
import type { StandInProviderServer } from "./stand-in-provider-server.js";

/** A client of the stand-in, with a clock that the test advances. */
export interface ProviderClientFixture {
  readonly client: ProviderClient;
  readonly clock: ManualClock;
  /** Hosts to which the client sent a request, other than the stand-in's own origin. */
  readonly openedHosts: readonly string[];
}

/**
 * A client whose trusted origin is the stand-in, and that reaches the stand-in as well as the
 * public host `mirror.example`. There are no pauses before retries unless `random` is given.
 */
export function clientOf(
  server: StandInProviderServer,
  options: Partial<ProviderClientOptions> = {},
): ProviderClientFixture {
  const clock = new ManualClock();
  const openedHosts: string[] = [];
  const direct = new HttpConnections();
  const publicConnections: Pick<HttpConnections, "close" | "open"> = {
    async open(address, request) {
      const { host, hostname, pathname, search } = new URL(address);
      await publicAddressesOf(hostname.replace(/^\[(.*)\]$/, "$1"), addressesOfMirror);
      openedHosts.push(hostname);
      const headers = { ...request.headers, host };
      return direct.open(server.baseUrl + pathname + search, { ...request, headers });
    },
    close: () => direct.close(),
  };
  const http = new BoundedHttp({
    userAgent: "Overtone/0.0.0 (test)",
    trustedOrigin: server.baseUrl,
    publicConnections,
  });
  const client = new ProviderClient({
    provider: "stand-in",
    requestPolicy: { requests: 100, perMilliseconds: 1_000 },
    http,
    clock,
    random: () => 0,
    ...options,
  });
  return { client, clock, openedHosts };
}

const addressesOfMirror = (host: string): Promise<readonly string[]> =>
  Promise.resolve(host === "mirror.example" ? ["93.184.215.14"] : ["10.1.2.3"]);

/** Advances the clock while the client waits for more than its deadline, until the result is settled. */
export async function advancedUntilSettled<Result>(
  clock: ManualClock,
  result: Promise<Result>,
): Promise<Result> {
  let isSettled = false;
  const settle = (): void => void (isSettled = true);
  result.then(settle, settle);
  await nextTurn();
  await waitUntil(() => {
    if (clock.sleeperCount > 1) clock.advance(50);
    return isSettled;
  });
  return result;
}
