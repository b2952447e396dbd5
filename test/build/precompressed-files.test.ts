import { readFileSync } from "node:fs";
import express from "express";
import request from "supertest";
import { pageRoutes } from "../../src/web/page-routes.js";
import { requireFreshBuild } from "./fresh-build.js";

requireFreshBuild();

const html = readFileSync(new URL("../../dist/web/index.html", import.meta.url), "utf8");
const script = `/${/assets\/index-[^"]+\.js/.exec(html)![0]}`;
const content = readFileSync(new URL(`../../dist/web${script}`, import.meta.url), "utf8");

describe("A file of the page", () => {
  const app = express().use(pageRoutes({ hasExplorer: false, hasDocs: false }));
  const ask = (accepted: string): request.Test =>
    request(app).get(script).set("Accept-Encoding", accepted);

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", undefined],
    ["zstd", undefined],
  ])("is sent to a client that accepts %s in the coding %s", async (accepted, coding) => {
    const response = await ask(accepted);

    expect(response.status).toBe(200);
    expect(response.headers["content-encoding"]).toBe(coding);
    expect(response.headers["vary"]).toContain("Accept-Encoding");
    expect(response.headers["content-type"]).toContain("javascript");
    expect(response.headers["cache-control"]).toContain("immutable");
    expect(response.headers["content-security-policy"]).toContain("script-src 'self'");
    if (coding !== "br") expect(response.text).toBe(content);
  });

  it("has a tag of its own in each coding, and is not sent again to who has it", async () => {
    const [plain, gzip, brotli] = [await ask("identity"), await ask("gzip"), await ask("br")];
    const tags = [plain, gzip, brotli].map(({ headers }) => headers["etag"] as string);

    const again = await ask("br").set("If-None-Match", tags[2]!);

    expect(new Set(tags).size).toBe(3);
    expect(again.status).toBe(304);
    expect(again.headers["vary"]).toContain("Accept-Encoding");
  });

  it("is a third of its size, or less, for browsers", async () => {
    const { headers } = await ask("br");

    expect(Number(headers["content-length"])).toBeLessThan(content.length / 3);
  });

  it("is found under its own name alone", async () => {
    const codings = await Promise.all(
      [".br", ".gz"].map((ending) => request(app).get(script + ending)),
    );

    expect(codings.map(({ status }) => status)).toEqual([404, 404]);
  });
});
