import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { refusesForeignAddresses } from "./loopback-guard.js";
import { optionsFrom } from "./options.js";
import { exitCodeOf, reportOf, resultsOf } from "./report.js";
import { growthBetween } from "./soak/soak.js";

const passed = { part: "one", runs: 3, findings: [], seconds: 1.4 };
const liveness = { p50: 1, p99: 2.25, max: 12, count: 100 };
const failed = { ...passed, part: "two", findings: ["--seed 1 --replay 7: broke"], liveness };

describe("The report of a run with faults", () => {
  it("has a line for each part, with its findings below", () => {
    const lines = reportOf([passed, failed]).split("\n");

    expect(lines[1]).toMatch(/^one +3 +0 +1$/);
    expect(lines[2]).toMatch(/^two +3 +1 +1\.0 +2\.3 +12\.0 +1$/);
    expect(lines).toContain("two: --seed 1 --replay 7: broke");
  });

  it("shows what was skipped as skipped and not as passed", () => {
    const text = reportOf([{ ...passed, skipped: "needs root" }]);

    expect(text).toMatch(/one +3 +skipped .* needs root/);
  });

  it("shows what was counted in a part", () => {
    expect(reportOf([{ ...passed, observed: "3 jobs" }])).toMatch(/one +3 +0 .* 3 jobs/);
  });

  it("has a finding for a part that has tried nothing", () => {
    const results = resultsOf("kills", [{ ...passed, runs: 0 }]);

    expect(results.at(-1)).toMatchObject({ part: "kills", findings: ["nothing was tried"] });
    expect(resultsOf("kills", [passed])).toEqual([passed]);
  });

  it("exits with 1 when there are findings", () => {
    expect([exitCodeOf([passed]), exitCodeOf([passed, failed])]).toEqual([0, 1]);
  });
});

describe("The options of a run with faults", () => {
  it("have defaults, and accept numbers", () => {
    const options = optionsFrom(["soak", "--minutes", "0.5", "--seed", "7"]);

    expect(options).toMatchObject({ parts: ["soak"], minutes: 0.5, seed: 7, mutants: 10_000 });
  });

  it("refuse values that are not numbers", () => {
    expect(() => optionsFrom(["--kills", "many"])).toThrow("--kills must be a number");
  });
});

describe("The guard of a run with faults", () => {
  it("refuses other machines before it connects", () => {
    expect(refusesForeignAddresses()).toBe(true);
  });

  it("is required: nothing runs without it", () => {
    const entry = fileURLToPath(new URL("loopback-guard.ts", import.meta.url));
    const script = `import { refusesForeignAddresses } from ${JSON.stringify(entry)}; process.exitCode = refusesForeignAddresses() ? 0 : 3`;

    const { status } = spawnSync(process.execPath, [
      ...["--import", "tsx"],
      ...["--input-type", "module", "--eval", script],
    ]);

    expect(status).toBe(3);
  });
});

describe("The growth over a soak", () => {
  const before = { rss: 150, heap: 40, descriptors: 30, threads: 12, loopDelay: 10 };

  it("is reported beyond its bounds, and when it could not be read", () => {
    const after = { ...before, rss: 200, descriptors: 60, threads: Number.NaN };

    const growth = growthBetween(before, after);

    expect(growth).toHaveLength(2);
    expect(growth[0]).toBe("descriptors grew from 30 to 60, more than 8");
  });
});
