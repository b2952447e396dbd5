import { defaultOrder } from "../../../src/domain/catalogue/catalogue-query.js";
import { orderTextOf, parseOrder } from "../../../src/domain/catalogue/filter-texts.js";

describe("An order as text", () => {
  it.each([
    ["tempo", { field: "tempo", direction: "asc" }],
    ["-tempo", { field: "tempo", direction: "desc" }],
    ["random:7", { field: "random", direction: "asc", seed: 7 }],
    ["-random:7", { field: "random", direction: "desc", seed: 7 }],
  ])("is %s", (text, order) => {
    const parsed = parseOrder(text);

    expect(parsed).toEqual(order);
    expect(orderTextOf(parsed)).toBe(text);
  });

  it("is the default order where there is none", () => {
    const parsed = parseOrder(undefined);

    expect(parsed).toEqual(defaultOrder);
  });

  it.each(["", "loudnes", "--tempo", "tempo:7", "random:", "random:1234567890"])(
    "is not %p",
    (text) => {
      const parse = (): unknown => parseOrder(text);

      expect(parse).toThrow("must be one of");
    },
  );
});
