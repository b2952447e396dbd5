import { findOfferedJob } from "../../../src/adapters/remote/work-replies.js";
import { offeredJob } from "./scripted-server.js";

const [audio] = offeredJob.audio;
const file = { path: "/music/a.flac", sizeBytes: 1, modifiedAt: 1, fingerprint: "0" };

describe("A job that a server offers", () => {
  it("is read as it was sent", () => {
    expect(findOfferedJob(offeredJob)).toEqual(offeredJob);
  });

  it.each([
    ["a token that ends a header", { token: "t\r\nX-Other: 1" }],
    ["a token of 101 characters", { token: "t".repeat(101) }],
    ["an id that leads to another path", { id: "../../graphql" }],
    ["a trace that ends a header", { traceParent: "00-x\r\nX-Other: 1" }],
    ["a source that leads to another path", { audio: [{ ...audio, source: "../x" }] }],
    ["more sources than any server has", { audio: Array.from({ length: 21 }, () => audio) }],
    ["a path with a null byte", { audio: [{ ...audio, file: { ...file, path: "/a\0b" } }] }],
  ])("is not one where it has %s", (_, changes) => {
    expect(findOfferedJob({ ...offeredJob, ...changes })).toBeUndefined();
  });

  it.each([
    [1e-9, 5],
    [60, 60],
    [1e12, 3_600],
  ])("lasts, where it says %d s, %d s until it is extended", (leaseSeconds, read) => {
    expect(findOfferedJob({ ...offeredJob, leaseSeconds })?.leaseSeconds).toBe(read);
  });
});
