import { SqlAudioContents } from "../../../../src/adapters/storage/library/sql-audio-contents.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const [one, two] = [trackKeyFrom("Ann", "One"), trackKeyFrom("Ann", "Two")];

describe.each(databaseSystems)("On %s, SqlAudioContents", (system) => {
  const databases = openedDatabases(system);

  it("finds the track that audio was last analysed as", async () => {
    const contents = new SqlAudioContents({ database: await databases.open() });
    await contents.save("aa", one);
    await contents.save("bb", one);
    await contents.save("aa", two);

    expect(await contents.find("aa")).toBe(two);
    expect(await contents.find("bb")).toBe(one);
    expect(await contents.find("cc")).toBeUndefined();
  });

  it("forgets all audio of some tracks", async () => {
    const contents = new SqlAudioContents({ database: await databases.open() });
    for (const digest of ["aa", "bb"]) await contents.save(digest, one);
    await contents.save("cc", two);

    await contents.forget([one, trackKeyFrom("Ann", "Three")]);
    await contents.forget([]);

    const found = await Promise.all(["aa", "bb", "cc"].map((digest) => contents.find(digest)));
    expect(found).toEqual([undefined, undefined, two]);
  });
});
