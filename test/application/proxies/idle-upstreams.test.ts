import { setTimeout as pause } from "node:timers/promises";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { outcomesAfter, type Outcomes } from "./idle-upstreams.js";
import { findFreePort, type ProxyProcess } from "./proxy-process.js";
import { shippedProxies, type ShippedProxy } from "./shipped-proxies.js";

const installed = shippedProxies.filter(({ isInstalled }) => isInstalled);

/** Numbers from one to another, both included, in equal steps. */
const spread = (from: number, to: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));

/** Node.js closes connections after 5 s, where it is not told otherwise. */
const SHORT_TRIAL = [5_000];

/** With `IDLE_TRIAL=full`: some 2,000 requests to each proxy in either part. Each inner list is of a process of its own. */
const FULL_TRIALS = {
  "4 to 7 s": [0, 1, 2, 3].map((part) => spread(4_000 + part * 750, 4_750 + part * 750, 15)),
  "55 to 65 s": [0, 1, 2, 3, 4, 5, 6, 7].map((part) =>
    spread(55_000 + part * 125, 64_125 + part * 125, 7),
  ),
};

const trials: Readonly<Record<string, readonly (readonly number[])[]>> =
  process.env["IDLE_TRIAL"] === "full" ? FULL_TRIALS : { "5 s": [SHORT_TRIAL] };

const FULL_TRIAL_LIMIT_MS = 900_000;

/** Between the first bursts of two processes: together they would be more connections than a server queues. */
const STAGGER_MILLISECONDS = 150;

describe("A request by a connection of a proxy that was idle", () => {
  let application: ApplicationUnderTest;
  let started = 0;

  beforeAll(async () => {
    application = await openApplicationUnderTest(
      {},
      {
        TRUST_PROXY: "127.0.0.1",
        PUBLIC_URL: "http://127.0.0.1/overtone",
        KEEP_ALIVE_SECONDS: process.env["IDLE_KEEP_ALIVE_SECONDS"] ?? "75",
      },
    );
  });
  afterAll(() => application.close());

  async function tried(shipped: ShippedProxy, pauses: readonly number[]): Promise<Outcomes> {
    started += 1;
    await pause(started * STAGGER_MILLISECONDS);
    const port = await findFreePort();
    const proxy: ProxyProcess = await shipped.open(port, new URL(application.url).host);
    const client = { url: `http://127.0.0.1:${port}${shipped.path}`, token: application.token };
    return outcomesAfter(pauses, client).finally(() => proxy.close());
  }

  it.each(Object.entries(trials))(
    "is not lost after %s",
    async (_, parts) => {
      const outcomes = await Promise.all(
        installed.flatMap((shipped) =>
          parts.map(async (pauses) => [shipped.name, await tried(shipped, pauses)] as const),
        ),
      );

      if (process.env["IDLE_TRIAL"] === "full") {
        process.stdout.write(`${JSON.stringify(outcomes)}\n`);
      }
      const lost = outcomes.filter(([, found]) =>
        Object.keys(found).some((outcome) => !outcome.startsWith("200 ")),
      );
      expect(lost).toEqual([]);
    },
    FULL_TRIAL_LIMIT_MS,
  );
});
