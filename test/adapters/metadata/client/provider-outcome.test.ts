import { faultOutcome } from "../../../../src/adapters/metadata/client/provider-outcome.js";

const fault = (code: string): Error => Object.assign(new Error(code), { code });

describe("A request without a reply", () => {
  it.each(["EAI_AGAIN", "ENOTFOUND", "ENETUNREACH", "EHOSTUNREACH"])(
    "is not retried at once when this machine is offline (%s)",
    (code) => {
      const outcomes = [fault(code), new Error("failed", { cause: fault(code) })].map(faultOutcome);

      expect(outcomes.map(({ result }) => result)).toEqual(["failing", "failing"]);
      expect(outcomes.map(({ isWorthRetrying }) => isWorthRetrying)).toEqual([false, false]);
    },
  );

  it.each(["ECONNRESET", "ECONNREFUSED", "UND_ERR_SOCKET"])(
    "is retried when the connection failed (%s)",
    (code) => {
      const outcome = faultOutcome(fault(code));

      expect(outcome).toMatchObject({ result: "failing", isWorthRetrying: true });
    },
  );
});
