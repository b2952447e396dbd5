import { type Kysely, type Migration, sql } from "kysely";

/**
 * Stores with what is known of the files of a recording which music servers have it, and what users did with it there. Songs
 * are found by the ids of their servers.
 */
export const knowSongsOfRecordings: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createIndex("server_songs_by_id")
      .on("server_songs")
      .column("song_id")
      .execute();
    for (let after: string | undefined = ""; after !== undefined;) {
      after = await storeSome(kysely, after);
    }
  },
};

/** Songs that are read at a time. */
const ROWS_PER_SLICE = 5_000;

interface SongRow {
  readonly id: string;
  readonly holding: string;
  readonly server: string;
  readonly rating: number | null;
  readonly favouriteAt: number | null;
  readonly playCount: number | null;
  readonly playedAt: number | null;
}

/** Stores what is known of the recordings behind an id; returns the last of them, `undefined` where there is none. */
async function storeSome(kysely: Kysely<never>, after: string): Promise<string | undefined> {
  const { rows } = await sql<SongRow>`
    select analyses.recording_id as id, holding_file as holding, server,
      rating, favourite_at as "favouriteAt", play_count as "playCount", played_at as "playedAt"
    from analyses
    inner join library_files on library_files.recording_id = analyses.recording_id
    inner join server_songs on folder = 'server:' || server
      and server_songs.relative_path = library_files.relative_path
    where holding_file is not null and analyses.recording_id in (
      select distinct library_files.recording_id from library_files
      where library_files.recording_id > ${after} and folder like 'server:%'
      order by library_files.recording_id limit ${ROWS_PER_SLICE}
    )
    order by analyses.recording_id`.execute(kysely);
  const songsOf = new Map<string, SongRow[]>();
  for (const row of rows) songsOf.set(row.id, [...(songsOf.get(row.id) ?? []), row]);
  for (const [id, songs] of songsOf) {
    const holding = JSON.parse(songs[0]?.holding ?? "{}") as object;
    const known = JSON.stringify({ ...holding, ...knownOf(songs) });
    await sql`update analyses set holding_file = ${known} where recording_id = ${id}`.execute(
      kysely,
    );
  }
  return lastOfSlice(kysely, after);
}

function knownOf(songs: readonly SongRow[]): object {
  const numbers = (column: "rating" | "favouriteAt" | "playCount" | "playedAt") =>
    songs.flatMap((song) => song[column] ?? []);
  const [ratings, favourites] = [numbers("rating"), numbers("favouriteAt")];
  const [counts, plays] = [numbers("playCount"), numbers("playedAt")];
  const use = {
    ...(ratings.length > 0 && { rating: Math.max(...ratings) }),
    ...(favourites.length > 0 && { favouriteAt: Math.min(...favourites) }),
    ...(counts.length > 0 && { playCount: counts.reduce((sum, count) => sum + count, 0) }),
    ...(plays.length > 0 && { playedAt: Math.max(...plays) }),
  };
  const servers = [...new Set(songs.map(({ server }) => server))].sort();
  return { servers, ...(Object.keys(use).length > 0 && { use }) };
}

async function lastOfSlice(kysely: Kysely<never>, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select max(recording_id) as last from (
      select distinct recording_id from library_files
      where recording_id > ${after} and folder like 'server:%'
      order by recording_id limit ${ROWS_PER_SLICE}
    ) as slice`.execute(kysely);
  return rows[0]?.last ?? undefined;
}
