import { connectionProblemOf } from "../../../src/adapters/remote/server-errors.js";

const coded = (code: string, cause?: Error): Error =>
  Object.assign(new Error("the message of a library", { cause }), { code });

describe("The problem of a connection to a server", () => {
  it.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", /certificate that is not accepted .*NODE_EXTRA_CA_CERTS/],
    ["CERT_HAS_EXPIRED", /certificate that is not accepted \(CERT_HAS_EXPIRED\)/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", /certificate that is not accepted/],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /certificate that is not accepted/],
    ["ERR_SSL_WRONG_VERSION_NUMBER", /does not speak HTTPS at this port/],
    ["ENOTFOUND", /has a name that is not known/],
    ["ECONNREFUSED", /accepts no connections/],
    ["ETIMEDOUT", /does not respond in time/],
    ["ESOMETHING", /cannot be reached \(ESOMETHING\)/],
  ])("%s is described in words", (code, words) => {
    expect(connectionProblemOf(coded(code))).toMatch(words);
  });

  it("is that of the first address, or of the error that caused it", () => {
    const both = new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")]);
    const caused = new Error("failed", { cause: coded("ENOTFOUND") });

    expect(connectionProblemOf(both)).toBe("accepts no connections");
    expect(connectionProblemOf(caused)).toBe("has a name that is not known");
  });

  it("is that of a slow server where the time limit passed", async () => {
    const late = await new Promise((resolve) => {
      const signal = AbortSignal.timeout(1);
      signal.addEventListener("abort", () => resolve(signal.reason));
    });

    expect(connectionProblemOf(late)).toBe("does not respond in time");
  });
});
