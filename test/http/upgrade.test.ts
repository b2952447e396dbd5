import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { configFrom } from "../../src/config/config.js";
import { ClientViews } from "../../src/http/client-views.js";
import { upgradableRequest } from "../../src/http/upgrade.js";

const views = new ClientViews(configFrom({ PUBLIC_URL: "https://example.org/overtone" }).http);
const UpgradableRequest = upgradableRequest(views);

function requestOf(
  method: string,
  url: string,
  upgrade: string,
): IncomingMessage & { upgrade?: boolean } {
  const request = new UpgradableRequest({} as Socket);
  Object.assign(request, { method, url, headers: { upgrade } });
  return request;
}

describe("A request that offers to change the protocol", () => {
  it.each([
    ["GET", "/graphql", "websocket", true],
    ["GET", "/graphql?a=b", "WebSocket", true],
    ["GET", "/graphql/", "websocket", true],
    ["GET", "/overtone/graphql?a=b", "websocket", true],
    ["GET", "/overtones/graphql", "websocket", false],
    ["GET", "/graphql", "h2c", false],
    ["POST", "/graphql", "websocket", false],
    ["GET", "/graphql/stream", "websocket", false],
    ["GET", "/", "websocket", false],
  ])("becomes a socket only where there is one: %s %s %s", (method, url, upgrade, isUpgraded) => {
    const request = requestOf(method, url, upgrade);

    request.upgrade = true;

    expect(request.upgrade).toBe(isUpgraded);
  });

  it("is not upgraded where Node reports no upgrade", () => {
    const request = requestOf("GET", "/graphql", "websocket");

    request.upgrade = false;

    expect(request.upgrade).toBe(false);
  });
});
