import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { ConfigError } from "../../src/config/config-error.js";
import { requireForeignPath } from "../../src/server/mounts.js";

describe("The check of the public URL", () => {
  it.each([undefined, "https://example.org", "https://example.org/overtone", "https://a/music/v1"])(
    "accepts the URL %s",
    (publicUrl) => {
      expect(() => requireForeignPath(publicUrl)).not.toThrow();
    },
  );

  it("refuses a path that begins with one of the server itself, in capitals too", () => {
    const check = () => requireForeignPath("https://example.org/API/overtone");

    expect(check).toThrow(ConfigError);
    expect(check).toThrow(/PUBLIC_URL: must not have a path that begins with \/api, a path of the/);
  });

  it.each(["altair", "assets", "docs", "guide", "mcp"])(
    "refuses the path /%s of a page",
    (name) => {
      expect(() => requireForeignPath(`https://example.org/${name}`)).toThrow(ConfigError);
    },
  );

  it("refuses the first segment of every described path", () => {
    const document = new URL("../../schema/openapi.yaml", import.meta.url);
    const { paths } = parse(readFileSync(document, "utf8")) as { paths: Record<string, unknown> };

    const first = new Set(Object.keys(paths).map((path) => path.split("/")[1] ?? ""));

    expect(first.size).toBeGreaterThan(5);
    for (const segment of first) {
      expect(() => requireForeignPath(`https://example.org/${segment}`)).toThrow(ConfigError);
    }
  });
});
