import express from "express";
import request from "supertest";
import { healthRoutes } from "../../../src/rest/operations/health-routes.js";
import {
  HealthService,
  type HealthCheck,
} from "../../../src/services/operations/health-service.js";

const broken: HealthCheck = {
  name: "database",
  check: () => Promise.reject(new Error("disk full")),
};
const sound: HealthCheck = { name: "queue", check: () => Promise.resolve() };

describe("healthRoutes", () => {
  it("reports the part that has failed, and is still live", async () => {
    const health = new HealthService({ checks: [broken, sound], indexes: { isDone: false } });

    const [ready, live] = await answersOf(health);

    expect(live.status).toBe(200);
    expect(live.body).toEqual({ success: true, data: { status: "ok" } });
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({
      success: false,
      data: { status: "failed", checks: { indexes: "starting", database: "failed", queue: "ok" } },
    });
  });

  it("is live but not ready until the indexes are built", async () => {
    const indexes = { isDone: false };
    const health = new HealthService({ checks: [sound], indexes });

    const [before, live] = await answersOf(health);
    indexes.isDone = true;
    const [after] = await answersOf(health);

    expect(live.status).toBe(200);
    expect(before.status).toBe(503);
    expect(before.body).toMatchObject({ data: { status: "starting" } });
    expect(after.status).toBe(200);
    expect(after.body).toEqual({
      success: true,
      data: { status: "ok", checks: { indexes: "ok", queue: "ok" } },
    });
  });

  it("is never cached", async () => {
    const health = new HealthService({ checks: [sound], indexes: { isDone: true } });

    const answers = await answersOf(health);

    const directives = answers.map(({ headers }) => headers["cache-control"] as unknown);
    expect(directives).toEqual(["no-store", "no-store"]);
  });
});

async function answersOf(health: HealthService) {
  const app = express().use(healthRoutes({ health }));
  return [await request(app).get("/health/ready"), await request(app).get("/health/live")] as const;
}
