import { ConfigError, configFrom } from "../src/config.js";

describe("The configuration", () => {
  it("has a default for everything", () => {
    const config = configFrom({});

    expect(config.http).toEqual({ host: "127.0.0.1", port: 4000 });
    expect(config.analysis.waitMilliseconds).toBe(20_000);
    expect(config.cache.ttlSeconds).toBe(86_400);
    expect(config.access.requestsPerSecond).toBe(50);
    expect(config.library.folders[0]).toMatch(/demo.library$/);
    expect(config.storage.databaseUrl).toMatch(/^sqlite:\/.*\/data\/overtone\.db$/);
  });

  it("takes what the environment says, and nothing from empty variables", () => {
    const config = configFrom({ PORT: "0", LIBRARY_DIRS: "/music:/more music", LOG_LEVEL: "" });

    expect(config.http.port).toBe(0);
    expect(config.library.folders).toEqual(["/music", "/more music"]);
    expect(config.log.level).toBe("info");
  });

  it("lists every mistake at once", () => {
    const read = (): unknown =>
      configFrom({ PORT: "70000", METADATA_PROVIDERS: "library,nobody", LOG_LEVEL: "loud" });

    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT: must be at most 65535[^]*METADATA_PROVIDERS:[^]*LOG_LEVEL:/);
  });

  it("cannot be changed afterwards", () => {
    const config = configFrom({}) as { http: { port: number } };

    const change = (): void => {
      config.http.port = 1;
    };

    expect(change).toThrow(TypeError);
  });
});
