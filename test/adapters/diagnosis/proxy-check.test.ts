import { isBehindProxy, proxyCheck } from "../../../src/adapters/diagnosis/configured-checks.js";
import { configFrom } from "../../../src/config/config.js";
import { json, StandInProviderServer } from "../../fakes/stand-in-provider-server.js";

const { signal } = new AbortController();
const settingsOf = (environment: Readonly<Record<string, string>>) => configFrom(environment).http;

describe("The check of the proxy", () => {
  it("is made only where a proxy is configured", () => {
    const settings: Record<string, string>[] = [
      {},
      { TRUST_PROXY: "1" },
      { TRUST_PROXY: "::1" },
      { PUBLIC_URL: "http://a" },
    ];

    const outcomes = settings.map((one) => isBehindProxy(settingsOf(one)));

    expect(outcomes).toEqual([false, true, true, true]);
  });

  it.each([
    ["1", "trusted: the nearest hop; the public URL is that of each request"],
    ["3", "trusted: the nearest 3 hops; the public URL is that of each request"],
    ["10.0.0.0/8,::1", "trusted: 10.0.0.0/8, ::1/128; the public URL is that of each request"],
  ])("shows the trusted proxies %s", async (trusted, message) => {
    const finding = await proxyCheck(settingsOf({ TRUST_PROXY: trusted })).run(signal);

    expect(finding).toEqual({ state: "ok", message });
  });

  it("passes when Overtone responds at the public URL, through a trusted proxy", async () => {
    const overtone = await StandInProviderServer.open(json({ info: { title: "Overtone" } }));
    const publicUrl = `${overtone.baseUrl}/overtone`;

    const finding = await proxyCheck(settingsOf({ PUBLIC_URL: publicUrl, TRUST_PROXY: "1" })).run(
      signal,
    );

    await overtone.close();
    const message = `Overtone responds at ${publicUrl}; trusted: the nearest hop`;
    expect(finding).toEqual({ state: "ok", message });
    expect(overtone.requests.map(({ path }) => path)).toEqual(["/overtone/openapi.json"]);
  });

  it("warns when another server responds there, or no proxy is trusted", async () => {
    const title = ["Other", "Overtone"];
    const server = await StandInProviderServer.open(
      ...title.map((one) => json({ info: { title: one } })),
    );
    const publicUrl = server.baseUrl;
    const check = proxyCheck(settingsOf({ PUBLIC_URL: publicUrl }));

    const findings = [await check.run(signal), await check.run(signal)];

    await server.close();
    expect(findings).toEqual([
      {
        state: "warn",
        message: `no Overtone responds at ${publicUrl}; trusted: no proxy`,
        advice: expect.stringContaining("check PUBLIC_URL") as string,
      },
      {
        state: "warn",
        message: `Overtone responds at ${publicUrl}; trusted: no proxy`,
        advice: expect.stringContaining("Name the proxy in TRUST_PROXY") as string,
      },
    ]);
  });
});
