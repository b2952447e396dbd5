import type { Kysely } from "kysely";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { copiedTables, type Row } from "../../../../src/adapters/storage/copy/copied-tables.js";
import type { OpenedDatabases } from "../opened-databases.js";

/** Rows of each table, by their names in the database. */
export type Content = Readonly<Record<string, readonly Row[]>>;

/** Text in several scripts, forms, widths and directions, with quotes and the ends of the planes. */
const UNICODE =
  "Björk Bjo\u0308rk \u{1f3b5}\u{1f468}\u200d\u{1f469} 東京 نور \u202e '\"\\\u0001\t\u{7f}\uffff\u{10ffff}";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** The half that a row is in, so that rows of two columns are in the order of both. */
const half = (at: number, count: number): number => (2 * at < count ? 0 : 1);

const keyOf = (at: number): string => at.toString(16).padStart(16, "0");
const recordingOf = (at: number): string => `rec:${keyOf(at)}`;

/** Rows of all tables: `count` analyses with everything that belongs to them. */
export function contentOf(count = 5): Content {
  const analyses = numbers(count).map((at) => ({
    ...{ recording_id: recordingOf(at), track_key: keyOf(at), version: 3 },
    ...{ analyzed_at: 1_700_000_000_000 + at, duration_ms: 1500, is_excerpt: at % 2 },
    ...{ is_verified: 1, release: at % 2 === 0 ? null : "{}" },
    // Doubles without a short decimal form, whole, and with large exponents.
    duration_seconds: [1 / 3, 128, 1e300, 5e-324, 0][at % 5] ?? 0,
    ...{ artist_folded: "bjork", track_name_folded: "hunter", artist: UNICODE, source: "library" },
    ...{
      track_name: `Hunter ${at}`,
      estimates: "{}",
      sound_embedding: "[1,-2,3]",
    },
  }));
  const details = (column: string) =>
    analyses.map(({ recording_id, track_key }) => ({
      ...{ recording_id, [column]: `{"${UNICODE}":["${track_key}"]}` },
    }));
  const deliveries = numbers(count).map((at) => ({
    ...{ id: `delivery-${at}`, webhook_id: `webhook-${at % 2}`, event: "analysis.ready" },
    ...{ body: "{}", created_at: at, attempts: "[]", tries: at, state: "pending" },
    ...{ next_attempt_at: at, taken_until: 0, occurrence: at === 0 ? null : `occurrence-${at}` },
  }));
  return {
    api_keys: [
      {
        ...{ lookup: "1a2b3c4d", secret_hash: "hash", name: UNICODE, scopes: "read,write" },
        ...{ created_at: Number.MAX_SAFE_INTEGER, expires_at: null, revoked_at: 0 },
      },
    ],
    analyses,
    analysis_details: details("details"),
    analysis_timelines: details("timeline").slice(1),
    analysis_fingerprints: details("fingerprint").slice(1),
    indexed_fingerprints: analyses.slice(1).map(({ recording_id }, at) => ({
      ...{
        recording_id,
        words: Buffer.from([0, 255, 128, at]),
        is_compared: at % 2,
        taken_until: 0,
      },
    })),
    performance_links: [
      {
        ...{ first_id: recordingOf(0), second_id: recordingOf(1), score: 0.75, share: 1 / 3 },
        offset_seconds: -12.5,
      },
    ],
    recording_names: [
      { track_key: "f".repeat(16), recording_id: recordingOf(0), artist: UNICODE, track_name: "x" },
    ],
    corrections: [
      {
        recording_id: recordingOf(0),
        field: "artist",
        value: JSON.stringify(UNICODE),
        stated_at: 2,
      },
      { recording_id: recordingOf(0), field: "tempo", value: "120.5", stated_at: 1 },
    ],
    recording_pins: [{ track_key: "f".repeat(16), recording_id: recordingOf(0) }],
    further_keys: [{ asked_key: "e".repeat(16), track_key: keyOf(0) }],
    analysis_changes: analyses.map(({ recording_id }, at) => ({ recording_id, revision: at + 1 })),
    analysis_revision: [{ revision: count }],
    library_files: numbers(count).map((at) => ({
      ...{
        folder: `/music ${half(at, count)}`,
        relative_path: `${UNICODE}/${at}.flac`,
        revision: at,
      },
      ...{ names_folded: "bjork", track_key: keyOf(at), artist: UNICODE, track_name: "Hunter" },
      ...{ album: null, duration_seconds: null, isrc: null, musicbrainz_id: null, has_cover: 1 },
      ...{ size_bytes: 2 ** 40, modified_at: -1, fingerprint: "", changed_at: 2 ** 50 },
      ...{ file_id: keyOf(at), inode: Number.MAX_SAFE_INTEGER, recording_id: recordingOf(at) },
    })),
    library_revision: [{ revision: 7 }],
    playlists: numbers(count).map((at) => ({
      ...{
        id: `pl_${at}`,
        owner: "1a2b3c4d",
        name: `${UNICODE} ${at}`,
        recipe: `{"a":"${UNICODE}"}`,
      },
      ...{ is_written: at % 2, created_at: at, changed_at: 2 ** 50, note: UNICODE, revision: 3 },
      ...{ undo_revision: 2, row_count: at, duration_ms: 2 ** 40, next_row: at + 1 },
      removed_at: half(at, count) === 0 ? null : 2 ** 50,
    })),
    playlist_revisions: numbers(count).map((at) => ({
      ...{ playlist_id: `pl_${half(at, count)}`, revision: at, undo_revision: null, name: UNICODE },
      ...{ note: "", recipe: "null", is_written: 0, row_numbers: "[3,1]", changed_at: 2 ** 50 },
      row_notes: `[[3,"${UNICODE}"]]`,
    })),
    playlist_rows: numbers(count).map((at) => ({
      ...{ playlist_id: `pl_${half(at, count)}`, number: at, recording_id: recordingOf(at) },
      ...{ artist: UNICODE, track_name: "Hunter", duration_ms: null, left_at: at },
    })),
    webhooks: numbers(2).map((at) => ({
      ...{ id: `webhook-${at}`, owner: "1a2b3c4d", url: "https://example.org", secret: "v1:AAAA" },
      ...{ events: "analysis.ready", created_at: 1, disabled_at: null },
    })),
    webhook_deliveries: deliveries,
    analysis_jobs: numbers(count).map((at) => job(at, at === 0 ? 0 : 1)),
    upload_parts: numbers(count).map((at) => ({
      // Bytes that are no text in any encoding.
      ...{ upload_id: `upload-${half(at, count)}`, place: at, content: Buffer.from([0, 255, at]) },
      ...{ size_bytes: 3, stored_at: at },
    })),
    analysis_failures: numbers(count).map((at) => ({
      ...{ kind: half(at, count) === 0 ? "track" : "upload", track_key: keyOf(at) },
      name: `file:${keyOf(at)}`,
      ...{ failure: `{"${UNICODE}":${at}}`, expires_at: 2 ** 50 },
    })),
    cache_entries: numbers(count).map((at) => ({
      ...{
        namespace: `space ${half(at, count)}`,
        key: `${UNICODE} ${at}`,
        value: "{}",
        expires_at: null,
      },
    })),
  };
}

/** A job that waits. */
export const job = (at: number, priority: number): Row => ({
  ...{ id: `job-${at}`, version: 3, name: keyOf(at), live_name: `3:${at}`, track_key: keyOf(at) },
  ...{ track: "{}", upload: null, state: "waiting", priority, place: at, run_after: 0 },
  ...{ attempts: 0, losses: 0, token: null, lease_until: null, outcome: null, ended_at: null },
});

type Tables = Kysely<Record<string, Row>>;

/** Returns a database without the conversion of its names. */
export const tablesOf = ({ kysely }: Pick<Database, "kysely">): Tables =>
  kysely.withoutPlugins() as unknown as Tables;

/** Stores rows in an empty database. */
export async function fill(database: Database, content: Content): Promise<void> {
  const kysely = tablesOf(database);
  for (const { name, isCounter } of copiedTables) {
    const rows = content[name] ?? [];
    if (isCounter && rows.length > 0) await kysely.deleteFrom(name).execute();
    if (rows.length > 0)
      await kysely
        .insertInto(name)
        .values([...rows])
        .execute();
  }
}

/** Returns all rows of all copied tables, in the order of their keys. */
export async function contentIn(database: Database): Promise<Content> {
  const kysely = tablesOf(database);
  const content: Record<string, readonly Row[]> = {};
  for (const { name, key } of copiedTables) {
    const rows = key.reduce((all, column) => all.orderBy(column), kysely.selectFrom(name));
    content[name] = await rows.selectAll().execute();
  }
  return content;
}

/** Opens two databases in memory, the first one with rows. */
export async function openFilled(
  databases: OpenedDatabases,
): Promise<{ source: Database; target: Database }> {
  const [source, target] = [await databases.open(), await databases.open()];
  await fill(source, contentOf());
  return { source, target };
}
