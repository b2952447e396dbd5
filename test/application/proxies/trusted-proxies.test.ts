import { once } from "node:events";
import { connect } from "node:net";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql, postGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { resultsOverSocket, resultsOverStream } from "../../graphql/subscription-clients.js";
import { ReverseProxy, usualHeaders } from "./reverse-proxy.js";

const thumbnails = { query: '{ search(track: "Money") { results { thumbnailUrl } } }' };
const placeholder = "/artwork/placeholder.svg";

const open = (environment: Readonly<Record<string, string>>): Promise<ApplicationUnderTest> =>
  openApplicationUnderTest(
    { providers: [new FakeProvider("library", [candidate("Pink Floyd", "Money")])] },
    environment,
  );

/** Returns the picture's URL in the first result of an operation. */
async function firstThumbnail(results: AsyncGenerator): Promise<unknown> {
  const { value } = await results.next();
  await results.return(undefined);
  return thumbnailIn(value);
}

const thumbnailIn = (answer: unknown): unknown =>
  (answer as { data: { search: { results: { thumbnailUrl: string }[] } } }).data.search.results[0]
    ?.thumbnailUrl;

/** Returns the URLs of one picture, which each edge and each transport respond with. */
async function thumbnailsAt(url: string, { token }: ApplicationUnderTest): Promise<unknown[]> {
  const client = { url, token };
  const headers = { authorization: `Bearer ${token}` };
  const found = await fetch(`${url}/api/audio/search?track=Money`, { headers });
  const { data } = (await found.json()) as { data: { thumbnailUrl: string }[] };
  const answer = await askGraphql(client, thumbnails.query);
  return [
    data[0]?.thumbnailUrl,
    thumbnailIn(answer),
    await firstThumbnail(resultsOverSocket(client, thumbnails)),
    await firstThumbnail(resultsOverStream(client, thumbnails)),
  ];
}

const fourTimes = (url: string): readonly string[] => [url, url, url, url];

describe("A server with trusted proxies", () => {
  let application: ApplicationUnderTest;
  let proxy: ReverseProxy;
  beforeAll(async () => {
    application = await open({ TRUST_PROXY: "127.0.0.1,::1" });
    proxy = await ReverseProxy.open({ headers: usualHeaders });
    proxy.target = application.url;
  });
  afterAll(async () => {
    await proxy.close();
    await application.close();
  });

  it("responds over every transport with URLs of the host that the proxy names", async () => {
    const urls = await thumbnailsAt(proxy.url, application);

    expect(urls).toEqual(fourTimes(`https://music.example${placeholder}`));
  });

  it("shows the host that the proxy names on its pages", async () => {
    const options = await fetch(`${proxy.url}/altair/initial_options.js`);
    const altair = await fetch(`${proxy.url}/altair/`);

    const text = await options.text();
    expect(text).toContain("https://music.example/graphql");
    expect(text).toContain("wss://music.example/graphql");
    expect(altair.headers.get("content-security-policy")).toContain(
      "connect-src 'self' wss://music.example/graphql;",
    );
  });

  it("still refuses several Host headers, and opens no socket for them", async () => {
    const { port } = new URL(application.url);
    const statusOf = async (...lines: readonly string[]): Promise<string> => {
      const socket = connect(Number(port), "127.0.0.1");
      const hosts = ["Host: a.example", "Host: b.example", "X-Forwarded-Host: c.example"];
      socket.write([...lines, ...hosts, "Connection: close, Upgrade", "", ""].join("\r\n"));
      const [reply] = (await once(socket, "data")) as [Buffer];
      socket.destroy();
      return reply.toString().split("\r\n", 1)[0] ?? "";
    };

    const plain = await statusOf("GET /health/live HTTP/1.1");
    const socket = await statusOf("GET /graphql HTTP/1.1", "Upgrade: websocket");

    expect([plain, socket]).toEqual(["HTTP/1.1 400 Bad Request", "HTTP/1.1 400 Bad Request"]);
  });
});

describe("A server without trusted proxies", () => {
  it("ignores the headers of every client, over every transport", async () => {
    const application = await open({});
    const proxy = await ReverseProxy.open({ headers: usualHeaders });
    proxy.target = application.url;

    const urls = await thumbnailsAt(proxy.url, application);

    const { host } = new URL(proxy.url);
    await proxy.close();
    await application.close();
    expect(urls).toEqual(fourTimes(`http://${host}${placeholder}`));
  });

  it("ignores them also where other addresses are trusted", async () => {
    const application = await open({ TRUST_PROXY: "192.0.2.1" });
    const headers = { "x-forwarded-host": "evil.example", "x-forwarded-for": "192.0.2.1" };

    const page = await application.get("/altair/initial_options.js", headers);
    const text = await page.text();
    await application.close();

    expect(text).not.toContain("evil.example");
    expect(text).toContain(`${application.url}/graphql`);
  });
});

describe("The rate limit of clients without a key", () => {
  const anonymous = (url: string, address: string, headers = {}) =>
    postGraphql(url, '{"query":"{ __typename }"}', { "x-test-address": address, ...headers });

  /** Sends more requests than an address may, and returns whether one was refused. */
  async function isLimited(url: string, address: string, headers?: () => object): Promise<boolean> {
    const sent = Array.from({ length: 4 }, () => anonymous(url, address, headers?.()));
    return (await Promise.all(sent)).some(({ status }) => status === 429);
  }

  async function behindProxy(
    environment: Readonly<Record<string, string>>,
    use: (url: string) => Promise<void>,
  ): Promise<void> {
    const application = await open({ RATE_LIMIT_PER_SECOND: "5", ...environment });
    const proxy = await ReverseProxy.open({ headers: usualHeaders });
    proxy.target = application.url;
    await use(proxy.url).finally(() => proxy.close().then(() => application.close()));
  }

  it("is that of each client behind a trusted proxy", () =>
    behindProxy({ TRUST_PROXY: "1" }, async (url) => {
      const isFirstLimited = await isLimited(url, "203.0.113.1");
      const { status } = await anonymous(url, "203.0.113.2");

      expect([isFirstLimited, status]).toEqual([true, 200]);
    }));

  it("cannot be avoided by forged addresses", () =>
    behindProxy({ TRUST_PROXY: "loopback" }, async (url) => {
      let count = 0;
      const forged = () => ({ "x-forwarded-for": `198.51.100.${++count}, 127.0.0.1` });

      expect(await isLimited(url, "203.0.113.1", forged)).toBe(true);
      expect(count).toBe(4);
    }));

  it("is shared by all clients of a proxy that is not trusted", () =>
    behindProxy({}, async (url) => {
      const addresses = ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"];

      const answers = await Promise.all(addresses.map((address) => anonymous(url, address)));

      expect(answers.some(({ status }) => status === 429)).toBe(true);
    }));
});
