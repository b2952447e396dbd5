import { clientOf } from "../../../fakes/provider-client-fixture.js";
import {
  closeConnection,
  type Reply,
  StandInProviderServer,
  status,
  text,
} from "../../../fakes/stand-in-provider-server.js";

const never = new AbortController().signal;

describe("ProviderClient, among other servers,", () => {
  let server: StandInProviderServer;
  beforeEach(async () => {
    server = await StandInProviderServer.open();
  });
  afterEach(() => server.close());

  /** The times for which the client has held the others, after a reply to as many calls. */
  async function holdsAfter(reply: Reply, calls: number): Promise<readonly number[]> {
    const holds: number[] = [];
    const turns = {
      take: () => Promise.resolve(undefined),
      hold: (milliseconds: number) => Promise.resolve(void holds.push(milliseconds)),
    };
    server.replyWith(reply);
    const breaker = { failures: 2, pauseMilliseconds: 30_000 };
    const { client } = clientOf(server, { turns, breaker });
    for (let call = 0; call < calls; call++) {
      await Promise.allSettled([
        client.getJson(new URL(`/${call}`, server.baseUrl), { signal: never }),
      ]);
    }
    return holds;
  }

  it.each<[string, Reply, number, readonly number[]]>([
    [
      "holds them for as long as the provider asks for",
      status(429, { "retry-after": "60" }),
      1,
      [60_000],
    ],
    [
      "holds them when its circuit breaker opens, because the provider says that it fails",
      status(500),
      3,
      [30_000],
    ],
    [
      "does not hold them when no reply comes, which may be the fault of its network",
      closeConnection,
      3,
      [],
    ],
    ["does not hold them when replies cannot be read", text("<html>"), 3, []],
  ])("%s", async (_what, reply, calls, expected) => {
    const holds = await holdsAfter(reply, calls);

    expect(holds).toEqual(expected);
  });
});
