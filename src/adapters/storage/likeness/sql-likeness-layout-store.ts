import type { Kysely } from "kysely";
import { EMBEDDING_LENGTH } from "../../../domain/analysis/sound-embedding.js";
import type { LikenessLayout } from "../../../domain/likeness/likeness-layout.js";
import type { LikenessLayoutStore } from "../../../ports/analysis/likeness-layout-store.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";

/** Keeps the layout in the database: each has a number, and that of the newest is the highest. */
export class SqlLikenessLayoutStore implements LikenessLayoutStore {
  readonly #kysely: Kysely<Schema>;

  constructor(needs: { readonly database: Pick<Database, "kysely"> }) {
    this.#kysely = needs.database.kysely;
  }

  async find(): Promise<LikenessLayout | undefined> {
    return (await this.#newest())?.layout;
  }

  async keep(
    { version, madeOf, landmarks, places }: LikenessLayout,
    before: LikenessLayout | undefined,
  ): Promise<LikenessLayout> {
    const newest = await this.#newest();
    const isAsBefore =
      newest?.layout.version === before?.version && newest?.layout.madeOf === before?.madeOf;
    const number = (newest?.number ?? 0) + 1;
    if (isAsBefore) {
      await this.#kysely
        .insertInto("likenessLayouts")
        .values({ number, version, madeOf, content: textFrom(landmarks, places) })
        .onConflict((conflict) => conflict.column("number").doNothing())
        .execute();
      await this.#kysely.deleteFrom("likenessLayouts").where("number", "<", number).execute();
    }
    const kept = await this.#newest();
    if (kept === undefined) throw new Error("The layout that was kept is gone.");
    return kept.layout;
  }

  async #newest(): Promise<
    { readonly number: number; readonly layout: LikenessLayout } | undefined
  > {
    const row = await this.#kysely
      .selectFrom("likenessLayouts")
      .selectAll()
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { number, version, madeOf, content } = row;
    return {
      number: Number(number),
      layout: { version, madeOf: Number(madeOf), ...partsOf(content) },
    };
  }
}

/** Bytes of a landmark: its embedding, and two numbers of four bytes. */
const LANDMARK_BYTES = EMBEDDING_LENGTH + 8;

/** Returns landmarks as base64: all embeddings, then all places, little-endian. */
function textFrom(landmarks: Int8Array, places: Float32Array): string {
  const bytes = Buffer.alloc(landmarks.length + 4 * places.length);
  bytes.set(new Uint8Array(landmarks.buffer, landmarks.byteOffset, landmarks.length));
  for (const [at, place] of places.entries()) bytes.writeFloatLE(place, landmarks.length + 4 * at);
  return bytes.toString("base64");
}

function partsOf(content: string): Pick<LikenessLayout, "landmarks" | "places"> {
  const bytes = Buffer.from(content, "base64");
  const count = bytes.length / LANDMARK_BYTES;
  const first = EMBEDDING_LENGTH * count;
  return {
    landmarks: Int8Array.from(bytes.subarray(0, first), (byte) => (byte << 24) >> 24),
    places: Float32Array.from({ length: 2 * count }, (_, at) => bytes.readFloatLE(first + 4 * at)),
  };
}
