import { type Kysely, sql } from "kysely";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { fileIdOf } from "../../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

const whole = { folder: "/music", relativePath: "a.flac" };
const trackOf = (number: number) => ({
  ...{ folder: "/music", relativePath: "disc.mp3" },
  range: { number, startFrame: 75 * number },
});

async function fill(kysely: Kysely<never>): Promise<void> {
  for (const [{ folder, relativePath, ...track }, fileId] of [
    [whole, fileIdOf(whole)],
    [trackOf(2), "ffffffffffffffff"],
    [trackOf(11), "0000000000000000"],
  ] as const) {
    const { number = 0, startFrame = null } = "range" in track ? track.range : {};
    await sql`insert into library_files (folder, relative_path, range_number, range_start, revision,
        names_folded, track_key, artist, track_name, has_cover, size_bytes, modified_at, fingerprint,
        file_id, cover_beside)
      values (${folder}, ${relativePath}, ${number}, ${startFrame}, 1, 'ann song',
        ${trackKeyFrom("Ann", "Song")}, 'Ann', 'Song', 1, 5, 17, 'abc', ${fileId}, 'cover.png')`.execute(
      kysely,
    );
  }
}

describe.each(databaseSystems)("A library whose tracks had ids in no order, on %s", (system) => {
  const databases = openedDatabases(system);

  it("has ids that follow each other in a file, and looks at covers beside files again", async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0043-seal-rows", fill);

    const store = new SqlLibraryStore({ database: await databases.open({ url }) });

    const paths = [whole, trackOf(2), trackOf(11)];
    const files = await store.findByIds(paths.map(fileIdOf));
    const numbers = files.map((file) => file?.range?.number);
    expect(numbers).toEqual(expect.arrayContaining([undefined, 2, 11]));
    expect(files).toHaveLength(3);
    expect(files.every((file) => file?.coverBeside === "cover.png")).toBe(true);
    expect(files.every((file) => file?.covers === undefined)).toBe(true);
    expect(fileIdOf(trackOf(2)) < fileIdOf(trackOf(11))).toBe(true);
    expect(fileIdOf(trackOf(11)) < fileIdOf(trackOf(999))).toBe(true);
  });
});
