import type { Finding, FindingState } from "../../../src/domain/operations/finding.js";
import type { Check } from "../../../src/ports/runtime/check.js";
import { DiagnosisService } from "../../../src/services/operations/diagnosis-service.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { waitUntil } from "../../wait-until.js";

const checkThat = (what: string, run: Check["run"]): Check => ({ what, run });
const well = (message: string): FindingState => ({ state: "ok", message });

async function all(findings: AsyncGenerator<Finding>): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for await (const finding of findings) found.push(finding);
  return found;
}

describe("DiagnosisService", () => {
  const clock = new ManualClock();

  it("returns one finding per check, in their order, with its subject", async () => {
    const checks = [
      checkThat("node", () => Promise.resolve(well("20.19"))),
      checkThat("disk", () =>
        Promise.resolve({ state: "warn", message: "full", advice: "Make room." }),
      ),
    ];

    const findings = await all(new DiagnosisService({ checks, clock }).findings());

    expect(findings).toEqual([
      { what: "node", state: "ok", message: "20.19" },
      { what: "disk", state: "warn", message: "full", advice: "Make room." },
    ]);
  });

  it("continues after a check that fails, and reports the failure", async () => {
    const checks = [
      checkThat("disk", () => Promise.reject(new Error("no such call"))),
      checkThat("node", () => Promise.resolve(well("20.19"))),
    ];

    const findings = await all(new DiagnosisService({ checks, clock }).findings());

    expect(findings).toMatchObject([
      { what: "disk", state: "fail", message: expect.stringContaining("no such call") as string },
      { what: "node", state: "ok" },
    ]);
  });

  it("waits at most 15 s for a check, and then aborts it", async () => {
    let signal: AbortSignal | undefined;
    const hanging = checkThat("provider deezer", (given) => {
      signal = given;
      return new Promise(() => undefined);
    });
    const finding = all(new DiagnosisService({ checks: [hanging], clock }).findings());
    await waitUntil(() => clock.sleeperCount > 0);

    clock.advance(15_000);

    expect(await finding).toMatchObject([{ what: "provider deezer", state: "warn" }]);
    expect(signal?.aborted).toBe(true);
  });
});
