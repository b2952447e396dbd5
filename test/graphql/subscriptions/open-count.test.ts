import { OpenCount } from "../../../src/graphql/subscriptions/open-count.js";

describe("OpenCount", () => {
  it("lets each key hold as many open as it may, whatever others hold", () => {
    const count = new OpenCount("sockets", 2);

    for (const key of ["a", "a", "b", "b"]) count.open(key);

    expect(() => count.open("a")).toThrow("2 sockets");
    expect(count.size).toBe(4);
  });

  it("counts what was closed no more, and only once", () => {
    const count = new OpenCount("sockets", 2);
    const close = count.open("a");
    count.open("a");

    close();
    close();
    count.open("a");

    expect(() => count.open("a")).toThrow("which is the maximum");
    expect(count.size).toBe(2);
  });
});
