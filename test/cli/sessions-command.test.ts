import type { CommandContext } from "../../src/cli/command-context.js";
import { sessionsCommand } from "../../src/cli/sessions-command.js";
import { InvalidInputError } from "../../src/domain/errors/request-errors.js";
import type { Session } from "../../src/domain/browser-session.js";

const session: Session = {
  ...{ lookup: "0123abcd", keyLookup: "76543210", secretHash: "", scopes: ["read", "write"] },
  ...{ createdAt: Date.UTC(2026, 0, 2), expiresAt: Date.UTC(2026, 1, 1), revokedAt: null },
};

/** Returns what the command prints and asks the service for. */
async function printed(...words: string[]) {
  const found = { lines: [] as string[], asked: [] as unknown[] };
  const sessions = {
    list: () => Promise.resolve([session]),
    revoke: (lookup: string) => Promise.resolve(void found.asked.push(lookup)),
    issueLink: (scopes: readonly string[], key?: string) => {
      found.asked.push([scopes, key]);
      return Promise.resolve(key === "unknown" ? undefined : "token");
    },
  };
  const context = {
    withServices: (use: (services: unknown) => Promise<void>) => use({ sessions }),
    serverUrl: "https://example.org/overtone",
    print: (...lines: readonly string[]) => void found.lines.push(...lines),
  } as unknown as CommandContext;
  await sessionsCommand(context).parseAsync(words, { from: "user" });
  return found;
}

describe("overtone sessions", () => {
  it("lists sessions without their secrets", async () => {
    const { lines } = await printed("list");

    expect(lines).toEqual([
      "SESSION   KEY       SCOPES      MADE        UNTIL",
      "0123abcd  76543210  read,write  2026-01-02  2026-02-01",
    ]);
  });

  it("ends a session", async () => {
    const { lines, asked } = await printed("revoke", "0123abcd");

    expect([lines, asked]).toEqual([["Revoked."], ["0123abcd"]]);
  });

  it("prints a link to read, or to do more with a certain key", async () => {
    const plain = await printed("link");
    const more = await printed("link", "--scopes", "read,write", "--key", "76543210");
    const most = await printed("link", "--scopes", "read,write,admin");

    expect(plain.lines).toEqual(["https://example.org/overtone/#session=token"]);
    expect([plain.asked, more.asked, most.asked]).toEqual([
      [[["read"], undefined]],
      [[["read", "write"], "76543210"]],
      [[["read", "write", "admin"], undefined]],
    ]);
  });

  it.each([
    ["scopes of workers", ["link", "--scopes", "read,work"], /read, write or admin/],
    ["a key that is not valid", ["link", "--key", "unknown"], /valid API key/],
  ])("refuses a link for %s", async (_what, words, message) => {
    const printing = printed(...words);

    await expect(printing).rejects.toThrow(InvalidInputError);
    await expect(printing).rejects.toThrow(message);
  });
});
