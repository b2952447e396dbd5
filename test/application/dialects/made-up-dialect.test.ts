import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestHandler } from "express";
import { noTracer } from "../../../src/adapters/tracing/open-tracer.js";
import { configFrom } from "../../../src/config/config.js";
import { ClientViews } from "../../../src/http/client-views.js";
import { identityOf } from "../../../src/http/request-locals.js";
import { routesFrom } from "../../../src/http/route-table.js";
import type { Dialect } from "../../../src/rest/dialects/dialects.js";
import { createHttpApp } from "../../../src/server/app.js";
import { mountOf, mounts, requireForeignPath } from "../../../src/server/mounts.js";
import { type ApplicationUnderTest, openApplicationUnderTest } from "../application-under-test.js";

/** A dialect whose clients send the key in a header of its own. */
const madeUp: Dialect = {
  paths: ["/made-up"],
  takeKey: (request, _response, next) => {
    request.headers.authorization = `Bearer ${request.get("x-made-up-key") ?? ""}`;
    next();
  },
  routes: ({ access }, version) =>
    routesFrom({
      "/versions/:name": {
        get: (request, response) => {
          access.requireScope(identityOf(response), "read");
          response.json({ [request.params.name]: version });
        },
      },
    }),
  sendProblem: ({ status, message }, _request, response) => {
    response.json({ fault: `${status}: ${message}` });
  },
};

describe("A row in the table of dialects", () => {
  let application: ApplicationUnderTest;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    application = await openApplicationUnderTest();
    const { services, logger } = application;
    const unused: RequestHandler = (_request, _response, next) => next();
    const app = createHttpApp(
      {
        services,
        logger,
        tracer: noTracer,
        version: "1.2.3",
        views: new ClientViews(configFrom({}).http),
        pages: { hasExplorer: false, hasDocs: false },
        graphql: unused,
        graphqlStream: unused,
        tools: unused,
      },
      [...mounts, mountOf(madeUp)],
    );
    server = createServer((request, response) => void app(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/made-up`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    await application.close();
  });

  const get = (path: string, key = application.token): Promise<Response> =>
    fetch(url + path, { headers: { "x-made-up-key": key } });

  it("is served to callers whose key it takes", async () => {
    const response = await get("/versions/server");

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ server: "1.2.3" });
    expect(response.headers.get("ratelimit-limit")).toBe("100000");
  });

  it("lets pages of any origin read its responses", async () => {
    const response = await get("/versions/server");

    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("sends failures in its own format", async () => {
    const refused = await get("/versions/server", "wrong");
    const missing = await get("/nothing");

    expect([refused.status, missing.status]).toEqual([401, 404]);
    expect(await refused.json()).toEqual({ fault: expect.stringMatching(/^401: /) as string });
    expect(await missing.json()).toEqual({ fault: expect.stringMatching(/^404: /) as string });
  });

  it("is named in metrics by the patterns of its routes", async () => {
    await (await get("/versions/server")).text();

    const metrics = await application.get("/metrics");

    expect(await metrics.text()).toContain('route="/made-up/versions/:name"');
  });

  it("keeps its path from being that of the public URL", () => {
    const served = [...mounts, mountOf(madeUp)];

    expect(() => requireForeignPath("https://example.org/made-up", served)).toThrow(/\/made-up/);
    expect(() => requireForeignPath("https://example.org/made-up")).not.toThrow();
  });
});
