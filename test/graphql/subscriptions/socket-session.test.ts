import { credentialsIn } from "../../../src/graphql/subscriptions/socket-session.js";

describe("The credentials of a socket", () => {
  it.each([
    ["the first message", { Authorization: "Bearer a" }, "Bearer z", "Bearer a"],
    ["the first message in lower case", { authorization: "Bearer a" }, undefined, "Bearer a"],
    ["a plain key", { apiKey: "a" }, undefined, "Bearer a"],
    ["the header where there is no message", undefined, "Bearer z", "Bearer z"],
    ["the header where the message is about other things", { a: 1 }, "Bearer z", "Bearer z"],
    ["the header where the message has no text", { apiKey: 1 }, "Bearer z", "Bearer z"],
  ])("come from %s", (_where, firstMessage, header, credentials) => {
    expect(credentialsIn(firstMessage, header)).toBe(credentials);
  });

  it("are absent where the client sends none", () => {
    expect(credentialsIn({}, undefined)).toBeUndefined();
  });
});
