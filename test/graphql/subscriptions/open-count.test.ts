import { OpenCount } from "../../../src/graphql/subscriptions/open-count.js";

describe("OpenCount", () => {
  it("limits each key independently of the others", () => {
    const count = new OpenCount("sockets", 2);

    for (const key of ["a", "a", "b", "b"]) count.open(key);

    expect(() => count.open("a")).toThrow("2 sockets");
    expect(count.size).toBe(4);
  });

  it("counts a close once", () => {
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
