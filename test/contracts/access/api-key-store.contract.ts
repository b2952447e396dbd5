import type { ApiKey } from "../../../src/domain/api-key.js";
import type { ApiKeyStore } from "../../../src/ports/access/api-key-store.js";

/** The contract of every ApiKeyStore. */
export function describeApiKeyStore(name: string, open: () => Promise<ApiKeyStore>): void {
  describe(`${name} as an ApiKeyStore`, () => {
    it("finds a key by its lookup part as it was added", async () => {
      const store = await open();
      const key = keyWith({ scopes: ["read", "write"], expiresAt: 1_900_000_000_000 });
      await store.add(key);

      const found = await store.find(key.lookup);

      expect(found).toEqual(key);
    });

    it("finds no key by an unknown lookup part", async () => {
      const store = await open();

      const found = await store.find("ffffffff");

      expect(found).toBeUndefined();
    });

    it("refuses a second key with the same lookup part, and keeps the first", async () => {
      const store = await open();
      await store.add(keyWith({ name: "first" }));

      const second = store.add(keyWith({ name: "second" }));

      await expect(second).rejects.toThrow("exists");
      expect((await store.list()).map((key) => key.name)).toEqual(["first"]);
    });

    it("lists all keys oldest first, revoked and expired ones included", async () => {
      const store = await open();
      await store.add(keyWith({ lookup: "00000002", createdAt: 2, expiresAt: 3 }));
      await store.add(keyWith({ lookup: "00000001", createdAt: 1 }));
      await store.revoke("00000001", 5);

      const keys = await store.list();

      expect(keys.map((key) => key.lookup)).toEqual(["00000001", "00000002"]);
    });

    it("adds one first key where several processes add one at the same time, and none later", async () => {
      const store = await open();
      const lookups = Array.from({ length: 8 }, (_, index) => `0000000${index}`);
      // Each has a connection then, and none begins when another has ended.
      await Promise.all(lookups.map(() => store.list()));

      const added = await Promise.all(lookups.map((lookup) => store.addFirst(keyWith({ lookup }))));
      const later = await store.addFirst(keyWith({ lookup: "00000009" }));

      expect(added.filter(Boolean)).toHaveLength(1);
      expect(later).toBe(false);
      expect(await store.list()).toHaveLength(1);
    });

    it("keeps the time of the first revocation", async () => {
      const store = await open();
      await store.add(keyWith({ lookup: "00000001" }));

      const answers = [await store.revoke("00000001", 10), await store.revoke("00000001", 20)];

      expect(answers).toEqual([true, true]);
      expect((await store.find("00000001"))?.revokedAt).toBe(10);
    });

    it("reports that a key to revoke is unknown", async () => {
      const store = await open();

      const answer = await store.revoke("ffffffff", 10);

      expect(answer).toBe(false);
    });
  });
}

/** Returns a key that has these parts. */
export function keyWith(parts: Partial<ApiKey>): ApiKey {
  return {
    lookup: "0123abcd",
    secretHash: "ab".repeat(32),
    name: "laptop",
    scopes: ["read"],
    createdAt: 1_700_000_000_000,
    expiresAt: null,
    revokedAt: null,
    ...parts,
  };
}
