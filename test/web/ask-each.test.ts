import { askEach } from "../../src/web/page/graphql/ask-each.js";

const GONE = new Error("gone");
const AWAY = new Error("away");

describe("Asking for several things at once", () => {
  it("is one request where none of them fails", async () => {
    const asked: (readonly number[])[] = [];

    const answers = await askEach(
      [1, 2, 3],
      (keys) => {
        asked.push(keys);
        return Promise.resolve(keys.map(String));
      },
      () => true,
    );

    expect(answers).toEqual(["1", "2", "3"]);
    expect(asked).toEqual([[1, 2, 3]]);
  });

  it("answers the others in their order where some are gone, in few requests", async () => {
    const keys = Array.from({ length: 100 }, (_, key) => key);
    const gone = [0, 57, 99];
    let requests = 0;

    const answers = await askEach(
      keys,
      (some) => {
        requests += 1;
        if (some.some((key) => gone.includes(key))) return Promise.reject(GONE);
        return Promise.resolve(some);
      },
      (failure) => failure === GONE,
    );

    expect(answers).toEqual(keys.map((key) => (gone.includes(key) ? null : key)));
    expect(requests).toBeLessThan(45);
  });

  it("fails by what is not of one of them", async () => {
    let requests = 0;
    const asking = askEach(
      [1, 2],
      () => {
        requests += 1;
        return Promise.reject(AWAY);
      },
      (failure) => failure === GONE,
    );

    await expect(asking).rejects.toBe(AWAY);
    expect(requests).toBe(1);
  });
});
