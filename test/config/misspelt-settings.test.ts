import { misspeltSettings } from "../../src/config/misspelt-settings.js";

describe("A variable whose name is nearly that of a setting", () => {
  it.each([
    ["LIBRARY_DIR", "LIBRARY_DIRS"],
    ["LIBARY_DIRS", "LIBRARY_DIRS"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["OVERTONE_DATA_DIR", "DATA_DIR"],
    ["playlist_dir", "PLAYLIST_DIR"],
  ])("is pointed out: %s", (given, meant) => {
    expect(misspeltSettings({ [given]: "/music" })).toEqual([
      `${given} is not a setting: perhaps ${meant} is meant.`,
    ]);
  });

  it("is not pointed out where the setting is set, or the name is that of another program", () => {
    const environment = {
      ...{ LIBRARY_DIRS: "/music", LIBRARY_DIR: "/music", HOME: "/home/ann", HOSTNAME: "nas" },
      ...{ PATH: "/bin", PWD: "/", LANG: "C", npm_config_cache: "/cache", PGPASSWORD: "secret" },
      ...{ OTEL_EXPORTER_OTLP_HEADERS: "a=b", NODE_EXTRA_CA_CERTS: "/ca.pem", TMPDIR: "/tmp" },
    };

    expect(misspeltSettings(environment)).toEqual([]);
  });
});
