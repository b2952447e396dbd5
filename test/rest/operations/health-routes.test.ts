import express from "express";
import request from "supertest";
import { healthRoutes } from "../../../src/rest/operations/health-routes.js";
import type { JobAdministration } from "../../../src/ports/analysis/job-administration.js";
import { HealthService } from "../../../src/services/operations/health-service.js";

const broken = { database: () => Promise.reject(new Error("disk full")) };
const sound = { queue: () => Promise.resolve() };

const jobs = { lacksWorkers: () => Promise.resolve(false) };

describe("healthRoutes", () => {
  it("reports the part that has failed, and is still live", async () => {
    const health = new HealthService({
      checks: { ...broken, ...sound },
      indexes: { isDone: false },
      jobs,
    });

    const [ready, live] = await answersOf(health);

    expect(live.status).toBe(200);
    expect(live.body).toEqual({ success: true, data: { status: "ok" } });
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({
      success: false,
      data: {
        status: "failed",
        checks: { indexes: "starting", database: "failed", queue: "ok", workers: "ok" },
      },
    });
  });

  it("is live but not ready until the indexes are built", async () => {
    const indexes = { isDone: false };
    const health = new HealthService({ checks: sound, indexes, jobs });

    const [before, live] = await answersOf(health);
    indexes.isDone = true;
    const [after] = await answersOf(health);

    expect(live.status).toBe(200);
    expect(before.status).toBe(503);
    expect(before.body).toMatchObject({ data: { status: "starting" } });
    expect(after.status).toBe(200);
    expect(after.body).toEqual({
      success: true,
      data: { status: "ok", checks: { indexes: "ok", queue: "ok", workers: "ok" } },
    });
  });

  it.each([
    ["missing", () => Promise.resolve(true)],
    ["failed", () => Promise.reject(new Error("locked"))],
  ])("is ready, with %s workers, where it can do everything else", async (state, lacksWorkers) => {
    const workers: Pick<JobAdministration, "lacksWorkers"> = { lacksWorkers };
    const health = new HealthService({ checks: {}, indexes: { isDone: true }, jobs: workers });

    const [ready] = await answersOf(health);

    expect(ready.status).toBe(200);
    expect(ready.body).toMatchObject({ data: { status: "ok", checks: { workers: state } } });
  });

  it("is never cached", async () => {
    const health = new HealthService({ checks: sound, indexes: { isDone: true }, jobs });

    const answers = await answersOf(health);

    const directives = answers.map(({ headers }) => headers["cache-control"] as unknown);
    expect(directives).toEqual(["no-store", "no-store"]);
  });
});

async function answersOf(health: HealthService) {
  const app = express().use(healthRoutes({ health }));
  return [await request(app).get("/health/ready"), await request(app).get("/health/live")] as const;
}
