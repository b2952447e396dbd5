import type { Session, SignInLink } from "../../../src/domain/browser-session.js";
import type { SessionStore } from "../../../src/ports/access/session-store.js";

/** The contract of every SessionStore. */
export function describeSessionStore(name: string, open: () => Promise<SessionStore>): void {
  describe(`${name} as a SessionStore`, () => {
    it("finds a session by its lookup part as it was added, and no other", async () => {
      const store = await open();
      const session = sessionWith({ scopes: ["read", "write", "admin"] });
      await store.add(session);

      const found = [await store.find(session.lookup), await store.find("ffffffff")];

      expect(found).toEqual([session, undefined]);
    });

    it("refuses a second session with the same lookup part, and keeps the first", async () => {
      const store = await open();
      await store.add(sessionWith({ keyLookup: "00000001" }));

      const second = store.add(sessionWith({ keyLookup: "00000002" }));

      await expect(second).rejects.toThrow("exists");
      expect((await store.list()).map(({ keyLookup }) => keyLookup)).toEqual(["00000001"]);
    });

    it("lists sessions oldest first, revoked ones included", async () => {
      const store = await open();
      await store.add(sessionWith({ lookup: "00000002", createdAt: 2 }));
      await store.add(sessionWith({ lookup: "00000001", createdAt: 1 }));
      await store.revoke("00000001", 5);

      const sessions = await store.list();

      expect(sessions.map(({ lookup }) => lookup)).toEqual(["00000001", "00000002"]);
    });

    it("forgets sessions that have expired when another is added", async () => {
      const store = await open();
      await store.add(sessionWith({ lookup: "00000001", createdAt: 1, expiresAt: 10 }));
      await store.add(sessionWith({ lookup: "00000002", createdAt: 9, expiresAt: 11 }));

      await store.add(sessionWith({ lookup: "00000003", createdAt: 10, expiresAt: 20 }));

      expect((await store.list()).map(({ lookup }) => lookup)).toEqual(["00000002", "00000003"]);
    });

    it("keeps the time of the first revocation, and reports an unknown session", async () => {
      const store = await open();
      await store.add(sessionWith({ lookup: "00000001" }));

      const answers = [
        await store.revoke("00000001", 10),
        await store.revoke("00000001", 20),
        await store.revoke("ffffffff", 10),
      ];

      expect(answers).toEqual([true, true, false]);
      expect((await store.find("00000001"))?.revokedAt).toBe(10);
    });

    it("gives a link to exactly one of those who take it at the same time", async () => {
      const store = await open();
      const link = linkWith({ scopes: ["read", "write"] });
      await store.addLink(link, 0);

      const taken = await Promise.all(
        Array.from({ length: 8 }, () => store.takeLink(link.secretHash)),
      );

      expect(taken.filter(Boolean)).toEqual([link]);
      expect(await store.takeLink(link.secretHash)).toBeUndefined();
    });

    it("forgets links that have expired when another is added", async () => {
      const store = await open();
      await store.addLink(linkWith({ secretHash: "a", expiresAt: 10 }), 0);
      await store.addLink(linkWith({ secretHash: "b", expiresAt: 11 }), 0);

      await store.addLink(linkWith({ secretHash: "c", expiresAt: 20 }), 10);

      expect(await store.takeLink("a")).toBeUndefined();
      expect(await store.takeLink("b")).toBeDefined();
    });
  });
}

/** Returns a session that has these parts. */
function sessionWith(parts: Partial<Session>): Session {
  return {
    lookup: "0123abcd",
    secretHash: "ab".repeat(32),
    keyLookup: "76543210",
    scopes: ["read"],
    createdAt: 1_700_000_000_000,
    expiresAt: 1_700_000_100_000,
    revokedAt: null,
    ...parts,
  };
}

function linkWith(parts: Partial<SignInLink>): SignInLink {
  const link = { secretHash: "cd".repeat(32), keyLookup: "76543210", expiresAt: 100 };
  return { ...link, scopes: ["read"], ...parts };
}
