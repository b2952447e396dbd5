import { request as httpRequest } from "node:http";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

describe("A request that offers another protocol", () => {
  let application: ApplicationUnderTest;
  beforeAll(async () => (application = await openApplicationUnderTest()));
  afterAll(() => application.close());

  function statusOf(path: string, upgrade: string, body?: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${application.url}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          connection: "Upgrade",
          upgrade,
          "content-type": "application/json",
          authorization: `Bearer ${application.token}`,
        },
      });
      request.on("response", (response) => resolve(response.resume().statusCode));
      request.on("error", reject);
      request.end(body);
    });
  }

  it.each([
    ["HTTP/2", "/health/live", "h2c", undefined, 200],
    ["HTTP/2 with a body", "/graphql", "h2c", '{"query":"{ __typename }"}', 200],
    ["a WebSocket where there is none", "/nowhere", "websocket", undefined, 404],
    ["a WebSocket where there is none", "/health/live", "websocket", undefined, 200],
  ])("is answered as plain HTTP: %s at %s", async (_what, path, upgrade, body, status) => {
    expect(await statusOf(path, upgrade, body)).toBe(status);
  });
});
