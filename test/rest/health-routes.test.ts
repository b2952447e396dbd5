import express from "express";
import request from "supertest";
import { healthRoutes } from "../../src/rest/health-routes.js";
import { HealthService } from "../../src/services/health-service.js";

describe("healthRoutes", () => {
  it("says which part has failed, and still lives", async () => {
    const health = new HealthService({
      checks: [
        { name: "database", check: () => Promise.reject(new Error("disk full")) },
        { name: "queue", check: () => Promise.resolve() },
      ],
    });
    const app = express().use(healthRoutes({ health }));

    const [ready, live] = [
      await request(app).get("/health/ready"),
      await request(app).get("/health/live"),
    ];

    expect(live.status).toBe(200);
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({
      success: false,
      data: { status: "failed", checks: { database: "failed", queue: "ok" } },
    });
  });
});
