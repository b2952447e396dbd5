import type { Request, RequestHandler, Response } from "express";
import { inOrder } from "../../src/http/in-order.js";

describe("Middlewares in order", () => {
  let called: unknown[];
  const noting =
    (name: string): RequestHandler =>
    (_request, _response, next) => {
      called.push(name);
      next();
    };
  const run = (...handlers: RequestHandler[]): Promise<unknown> =>
    new Promise((resolve) => {
      void inOrder(...handlers)({} as Request, {} as Response, resolve);
    });

  beforeEach(() => {
    called = [];
  });

  it("run one after the other, then what follows them", async () => {
    const later: RequestHandler = async (_request, _response, next) => {
      await Promise.resolve();
      called.push("later");
      next();
    };

    const error = await run(noting("first"), later, noting("last"));

    expect(error).toBeUndefined();
    expect(called).toEqual(["first", "later", "last"]);
  });

  it.each<[string, RequestHandler]>([
    [
      "throws",
      () => {
        throw new RangeError("too far");
      },
    ],
    ["rejects", () => Promise.reject(new RangeError("too far"))],
    ["passes an error on", (_request, _response, next) => next(new RangeError("too far"))],
  ])("end with the error of one that %s", async (_how, failing) => {
    const error = await run(noting("first"), failing, noting("last"));

    expect(error).toEqual(new RangeError("too far"));
    expect(called).toEqual(["first"]);
  });
});
