import { parseWebhookUrl } from "../../../src/domain/webhook/webhook.js";

const publicOnly = { mayBePrivate: false, refuses: (host: string) => host === "10.0.0.1" };
const alsoPrivate = { mayBePrivate: true, refuses: () => false };

describe("The address of a webhook", () => {
  it.each([
    ["https://hooks.example/a?b=c", publicOnly],
    ["http://10.0.0.1:8080/", alsoPrivate],
  ])("may be %s", (url, policy) => {
    const parsed = parseWebhookUrl(url, policy);

    expect(parsed).toBe(url);
  });

  it.each([
    [7, "must be a URL"],
    ["hooks.example", "must be a URL"],
    [`https://hooks.example/${"a".repeat(2_000)}`, "at most 2000 characters"],
    ["http://hooks.example/", "must begin with https"],
    ["https://user@hooks.example/", "must not contain a user"],
    ["https://:password@hooks.example/", "must not contain a user"],
    ["https://hooks.example/#part", "must not contain a user, a password or a fragment"],
    ["https://10.0.0.1/", "must be an address of the public internet"],
  ])("is not %p", (url, problem) => {
    const parse = (): unknown => parseWebhookUrl(url, publicOnly);

    expect(parse).toThrow(problem);
  });

  it("has no other scheme where private addresses are allowed", () => {
    const parse = (): unknown => parseWebhookUrl("ftp://hooks.example/", alsoPrivate);

    expect(parse).toThrow("must begin with http or https");
  });
});
