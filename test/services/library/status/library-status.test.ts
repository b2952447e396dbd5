import type { FileId } from "../../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import type { LibraryProgress } from "../../../../src/ports/library/library-progress.js";
import { LibraryStatusService } from "../../../../src/services/library/library-status-service.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { MemoryLibraryStore } from "../../../fakes/memory-library-store.js";

/** Opens the service on a library with one file, each reading of which takes some time. */
function opened({ milliseconds = 0 } = {}) {
  const clock = new ManualClock();
  let readings = 0;
  let isBroken = false;
  const progress: Pick<LibraryProgress, "findAfter"> = {
    findAfter() {
      readings++;
      clock.advance(milliseconds);
      const trackKey = trackKeyFrom("Ann", "Song");
      const found = [{ fileId: "0123456789abcdef" as FileId, trackKey, isPaused: false }];
      return isBroken ? Promise.reject(new Error("The disk is gone.")) : Promise.resolve(found);
    },
  };
  const service = new LibraryStatusService({
    ...{ progress, clock, files: new MemoryLibraryStore() },
    ...{ isAnalysing: true, requiredVersion: 1 },
    scans: { list: () => Promise.resolve({ scans: [], lastScan: null }) },
    checks: { findLast: () => Promise.resolve(undefined) },
    jobs: { listRunning: () => Promise.resolve([]) },
  });
  return {
    ...{ service, clock, readings: () => readings },
    setBroken: (broken: boolean) => (isBroken = broken),
  };
}

describe("The status of the library", () => {
  it("is read once for callers of the same second", async () => {
    const { service, clock, readings } = opened();

    await Promise.all([service.get(), service.get()]);
    clock.advance(999);
    await service.get();
    const within = readings();
    clock.advance(1);
    await service.get();

    expect([within, readings()]).toEqual([1, 2]);
  });

  it("is kept for ten times as long as it took to read", async () => {
    const { service, clock, readings } = opened({ milliseconds: 900 });

    await service.get();
    clock.advance(8_000);
    await service.get();
    const within = readings();
    clock.advance(1_000);
    await service.get();

    expect([within, readings()]).toEqual([1, 2]);
  });

  it("is kept for longer for those who accept it", async () => {
    const { service, clock, readings } = opened();

    await service.get();
    clock.advance(59_000);
    await service.get(60_000);
    const within = readings();
    await service.get();

    expect([within, readings()]).toEqual([1, 2]);
  });

  it("is read anew after a change in this process, and after a failure", async () => {
    const { service, readings, setBroken } = opened();

    await service.get();
    service.expire();
    setBroken(true);
    await expect(service.get()).rejects.toThrow("The disk is gone.");
    setBroken(false);
    await service.get();

    expect(readings()).toBe(3);
  });
});
