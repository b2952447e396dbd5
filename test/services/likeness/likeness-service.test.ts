import { EMBEDDING_LENGTH, NO_EMBEDDING } from "../../../src/domain/analysis/sound-embedding.js";
import type { StoredColumns } from "../../../src/domain/catalogue/catalogue-query.js";
import type { LikenessLayout } from "../../../src/domain/likeness/likeness-layout.js";
import type { LikenessArranger } from "../../../src/ports/analysis/likeness-arranger.js";
import type { LikenessLayoutStore } from "../../../src/ports/analysis/likeness-layout-store.js";
import { LikenessService } from "../../../src/services/likeness/likeness-service.js";

/** Embeddings of recordings: each is told by its first coordinate. */
const sounds = (firsts: readonly number[]): Int8Array =>
  Int8Array.from(
    firsts.flatMap((first) => [first, ...new Array<number>(EMBEDDING_LENGTH - 1).fill(0)]),
  );

/** Places recordings by their first coordinate, and notes what it is asked for. */
class NotingArranger implements LikenessArranger {
  version = "1/1";
  readonly arranged: { readonly count: number; readonly before: number | undefined }[] = [];
  readonly placed: number[] = [];

  arrange(embeddings: Int8Array, before: LikenessLayout | undefined): Promise<LikenessLayout> {
    const madeOf = embeddings.length / EMBEDDING_LENGTH;
    this.arranged.push({ count: madeOf, before: before?.madeOf });
    const landmarks = embeddings.slice(0, EMBEDDING_LENGTH);
    return Promise.resolve({
      version: this.version,
      madeOf,
      landmarks,
      places: new Float32Array(2),
    });
  }

  place(_layout: LikenessLayout, embeddings: Int8Array) {
    const count = embeddings.length / EMBEDDING_LENGTH;
    this.placed.push(count);
    const across = Float32Array.from(
      { length: count },
      (_, at) => embeddings[EMBEDDING_LENGTH * at]!,
    );
    return Promise.resolve({ across, upwards: across.map((place) => -place) });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class MemoryLayouts implements LikenessLayoutStore {
  kept: LikenessLayout | undefined;

  find(): Promise<LikenessLayout | undefined> {
    return Promise.resolve(this.kept);
  }

  keep(layout: LikenessLayout): Promise<LikenessLayout> {
    this.kept = layout;
    return Promise.resolve(layout);
  }
}

describe("The places of recordings by likeness", () => {
  let library: Int8Array;
  let arranger: NotingArranger;
  let layouts: MemoryLayouts;
  let likeness: LikenessService;

  const serviceOf = () =>
    new LikenessService({
      catalogue: {
        readColumns: () => Promise.resolve({ embeddings: library } as StoredColumns),
      },
      ...{ layouts, arranger },
    });

  beforeEach(() => {
    library = sounds([1, 2, 3]);
    arranger = new NotingArranger();
    layouts = new MemoryLayouts();
    likeness = serviceOf();
  });

  it("are those of one layout of the whole library, made once for all who ask at the same time", async () => {
    const [one, other] = await Promise.all([
      likeness.placesOf(sounds([2])),
      likeness.placesOf(sounds([3, 1])),
    ]);
    await serviceOf().placesOf(sounds([1]));

    expect([...one.across, ...other.across, ...other.upwards]).toEqual([2, 3, 1, -3, -1]);
    expect(arranger.arranged).toEqual([{ count: 3, before: undefined }]);
  });

  it("need no layout where no recording has an embedding", async () => {
    const places = await likeness.placesOf(sounds([NO_EMBEDDING, NO_EMBEDDING]));

    expect(places).toEqual({
      across: Float32Array.of(NaN, NaN),
      upwards: Float32Array.of(NaN, NaN),
    });
    expect(arranger.arranged).toEqual([]);
    expect((await likeness.placesOf(new Int8Array())).across).toHaveLength(0);
  });

  it("stay while the library grows, until it is four times as large, and resemble those of before then", async () => {
    await likeness.placesOf(library);
    library = sounds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    await likeness.placesOf(library);
    const before = arranger.arranged.length;
    library = sounds([...Array(12).keys()]);
    await likeness.placesOf(library);
    await likeness.placesOf(library);

    expect(before).toBe(1);
    expect(arranger.arranged.slice(1)).toEqual([{ count: 12, before: 3 }]);
  });

  it("are others once the analysis has another version, whose embeddings are not comparable", async () => {
    await likeness.placesOf(library);
    arranger.version = "1/2";
    await likeness.placesOf(library);

    expect(arranger.arranged).toEqual([
      { count: 3, before: undefined },
      { count: 3, before: undefined },
    ]);
  });

  it("are computed in portions, and no more of them for a client that is gone", async () => {
    const many = sounds(new Array<number>(25_000).fill(5));
    const gone = new AbortController();
    const whole = await likeness.placesOf(many);
    const portions = [...arranger.placed];
    gone.abort(new Error("The client is gone."));
    const aborted = likeness.placesOf(many, gone.signal);

    await expect(aborted).rejects.toThrow("The client is gone.");
    expect(whole.across.every((place) => place === 5)).toBe(true);
    expect(portions).toEqual([10_000, 10_000, 5_000]);
    expect(arranger.placed).toHaveLength(3);
  });

  it("are made anew after an arrangement that has failed", async () => {
    const failing = arranger.arrange.bind(arranger);
    arranger.arrange = () => Promise.reject(new Error("A thread has ended."));
    const failed = likeness.placesOf(library);
    await expect(failed).rejects.toThrow("A thread has ended.");
    arranger.arrange = failing;

    expect([...(await likeness.placesOf(library)).across]).toEqual([1, 2, 3]);
  });
});
