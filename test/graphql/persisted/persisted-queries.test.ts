import { openPersistedQueries } from "../../../src/graphql/persisted/persisted-queries.js";

describe("The store of automatic persisted queries", () => {
  it("stores 8 MiB of text, and drops the least recently used", async () => {
    const { apollo } = await openPersistedQueries({ mode: "automatic" });
    if (apollo === false || !apollo.cache) throw new Error("There is no store.");
    const { cache } = apollo;
    const text = "a".repeat(45_000);

    for (let index = 0; index < 300; index += 1) {
      await cache.set(`${index}`, text);
      await cache.get("0");
    }
    const kept = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => (await cache.get(`${index}`)) !== undefined),
    );

    expect(kept.filter(Boolean)).toHaveLength(Math.floor((8 * 1024 * 1024) / text.length));
    expect([kept[0], kept[1], kept[299]]).toEqual([true, false, true]);
  });
});
