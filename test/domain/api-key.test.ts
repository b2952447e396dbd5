import { InvalidInputError } from "../../src/domain/errors/request-errors.js";
import {
  findTokenParts,
  isSecretOf,
  parseLifetime,
  parseScopes,
  secretHashFrom,
  tokenFrom,
  type ApiKey,
} from "../../src/domain/api-key.js";

const secret = "ab".repeat(24);
const key: ApiKey = {
  lookup: "01234567",
  secretHash: secretHashFrom(secret),
  name: "test",
  scopes: ["read"],
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
};

describe("An API key", () => {
  it("is read back from the token that its holder sends", () => {
    const parts = findTokenParts(tokenFrom(key.lookup, secret));

    expect(parts).toEqual({ lookup: key.lookup, secret });
  });

  it.each(["", "ot_live_01234567", `ot_test_01234567_${secret}`, `ot_live_0123456G_${secret}`])(
    "is not found in %p",
    (token) => {
      const parts = findTokenParts(token);

      expect(parts).toBeUndefined();
    },
  );

  it("distinguishes its secret from another", () => {
    const answers = [isSecretOf(key, secret), isSecretOf(key, "cd".repeat(24))];

    expect(answers).toEqual([true, false]);
  });

  it.each([
    ["30d", 30 * 86_400_000],
    ["12h", 12 * 3_600_000],
    ["8w", 8 * 604_800_000],
    ["5m", 300_000],
  ])("reads a lifetime of %s", (text, milliseconds) => {
    const lifetime = parseLifetime(text);

    expect(lifetime).toBe(milliseconds);
  });

  it.each(["", "30", "0d", "-1d", "1y", "1d2h"])("refuses a lifetime of %p", (text) => {
    const parse = (): unknown => parseLifetime(text);

    expect(parse).toThrow(InvalidInputError);
  });

  it("reads scopes, each once, and refuses unknown ones", () => {
    const scopes = parseScopes("read, write,read");

    expect(scopes).toEqual(["read", "write"]);
    expect(() => parseScopes("owner")).toThrow(InvalidInputError);
  });
});
