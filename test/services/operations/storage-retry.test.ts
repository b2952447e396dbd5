import {
  StorageBusyError,
  StorageUnavailableError,
} from "../../../src/domain/errors/availability-errors.js";
import { retryWhileStorageBusy } from "../../../src/services/storage-retry.js";

describe("outlastBusyStorage", () => {
  it("returns the result of a later attempt when the database was locked at first", async () => {
    const outcomes = [busy, busy, () => "written"];

    const answer = await retryWhileStorageBusy(() => Promise.resolve().then(outcomes.shift()));

    expect(answer).toBe("written");
  });

  it("repeats a write after the database server could not be reached", async () => {
    const outcomes = [unavailable, () => "written"];

    const answer = await retryWhileStorageBusy(() => Promise.resolve().then(outcomes.shift()));

    expect(answer).toBe("written");
  });

  it("gives up after six attempts", async () => {
    let attempts = 0;

    const writing = retryWhileStorageBusy(() => {
      attempts += 1;
      return Promise.reject(new StorageBusyError());
    });

    await expect(writing).rejects.toBeInstanceOf(StorageBusyError);
    expect(attempts).toBe(6);
  });

  it("does not retry after another error", async () => {
    let attempts = 0;

    const writing = retryWhileStorageBusy(() => {
      attempts += 1;
      return Promise.reject(new Error("The disk is full."));
    });

    await expect(writing).rejects.toThrow("The disk is full.");
    expect(attempts).toBe(1);
  });
});

function busy(): never {
  throw new StorageBusyError();
}

function unavailable(): never {
  throw new StorageUnavailableError();
}
