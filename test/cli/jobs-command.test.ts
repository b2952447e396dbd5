import type { CommandContext } from "../../src/cli/command-context.js";
import { jobsCommand } from "../../src/cli/jobs-command.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import type { ListedJob } from "../../src/domain/operations/listed-job.js";

const trackKey = trackKeyFrom("Overtone", "Slow Waltz");
const id = "3b0a5f0e-7f0f-4b5e-9f3a-0a4d1f5c9e77";
const waiting: ListedJob = {
  ...{ id, trackKey, artist: "Overtone", trackName: "Slow Waltz" },
  ...{ isUpload: false, analysisVersion: 8, phase: "waiting", attempts: 1, losses: 0 },
  since: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  nextAttemptAt: Date.UTC(2026, 0, 2, 3, 5),
  ...{ owner: null, worker: null, failure: null },
};
const running: ListedJob = {
  ...{ ...waiting, phase: "running", isUpload: true, losses: 2 },
  ...{ since: null, nextAttemptAt: null, owner: { host: "nas", pid: 42 }, worker: "desktop" },
};
const failed: ListedJob = {
  ...{ ...waiting, phase: "ended", nextAttemptAt: null },
  failure: { code: "AUDIO_UNDECODABLE", message: "It is cut short.", facts: { reason: "cut" } },
};

/** Returns what the command prints and does with these jobs. */
async function printed(...words: string[]) {
  const ended = { lines: [] as string[], changes: [] as string[] };
  const change = (what: string) => (job: string) => {
    ended.changes.push(`${what} ${job}`);
    return Promise.resolve();
  };
  const jobs = {
    list: () => Promise.resolve([running, waiting, failed]),
    ...{ retry: change("retry"), drop: change("drop") },
  };
  const context = {
    withServices: (use: (services: unknown) => Promise<void>) => use({ jobs }),
    print: (...lines: readonly string[]) => void ended.lines.push(...lines),
  } as unknown as CommandContext;
  await jobsCommand(context).parseAsync(words, { from: "user" });
  return ended;
}

describe("overtone jobs", () => {
  it("lists jobs with their state, their process, their next attempt and their failure", async () => {
    const { lines } = await printed("list");

    expect(lines).toEqual([
      `${"JOB".padEnd(36)}  TRACK KEY         STATE    SINCE                 TRIES   LOST  TRACK`,
      `${id}  ${trackKey}  running  unknown                   1      2  Overtone - Slow Waltz  (upload; worker desktop; process 42 on nas)`,
      `${id}  ${trackKey}  waiting  2026-01-02T03:04:05Z      1      0  Overtone - Slow Waltz  (next attempt 2026-01-02T03:05:00Z)`,
      `${id}  ${trackKey}  ended    2026-01-02T03:04:05Z      1      0  Overtone - Slow Waltz  (AUDIO_UNDECODABLE: It is cut short.)`,
    ]);
  });

  it("lists a JSON line per job", async () => {
    const { lines } = await printed("list", "--json");

    const [first, second, third] = lines.map((line) => JSON.parse(line) as unknown);
    expect(lines).toHaveLength(3);
    expect(first).toMatchObject({ state: "running", since: null, owner: { host: "nas", pid: 42 } });
    expect(second).toEqual({
      ...{ id, trackKey, artist: "Overtone", trackName: "Slow Waltz" },
      ...{ isUpload: false, analysisVersion: 8, state: "waiting", attempts: 1, losses: 0 },
      ...{ since: "2026-01-02T03:04:05.678Z", nextAttemptAt: "2026-01-02T03:05:00.000Z" },
      ...{ owner: null, worker: null, failure: null },
    });
    expect(third).toMatchObject({
      failure: { code: "AUDIO_UNDECODABLE", message: "It is cut short." },
    });
  });

  it.each([
    ["retry", "It starts as soon as a worker is free."],
    ["drop", "Dropped."],
  ])("passes the job to %s on, and confirms", async (command, confirmation) => {
    const { lines, changes } = await printed(command, id);

    expect(changes).toEqual([`${command} ${id}`]);
    expect(lines).toEqual([confirmation]);
  });
});
