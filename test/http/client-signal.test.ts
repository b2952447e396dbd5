import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Response } from "express";
import { onAbort } from "../../src/domain/abort-signals.js";
import { clientSignal, onceEnded } from "../../src/http/client-signal.js";

const responseOf = (state: { closed: boolean; writableFinished: boolean }): Response =>
  Object.assign(new EventEmitter(), { locals: {} }, state) as unknown as Response;

describe("The signal of a client", () => {
  it.each([
    ["leaves before it has the response", false, true],
    ["has the response", true, false],
  ])("tells whether it %s", (_, writableFinished, isAborted) => {
    const response = responseOf({ closed: false, writableFinished });
    const signal = clientSignal(response);
    const before = signal.aborted;

    response.emit("close");

    expect([before, signal.aborted]).toEqual([false, isAborted]);
  });

  it("is aborted from the first where the client has left", () => {
    expect(clientSignal(responseOf({ closed: true, writableFinished: false })).aborted).toBe(true);
  });

  it("can be waited for by as many as a batch has tracks, without a warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): unknown => warnings.push(warning);
    process.on("warning", note);
    const response = responseOf({ closed: false, writableFinished: false });
    const signal = clientSignal(response);
    let told = 0;
    for (let count = 0; count < 100; count++) onAbort(signal, () => told++);
    await nextTurn();
    process.off("warning", note);

    response.emit("close");

    expect(warnings).toEqual([]);
    expect(told).toBe(100);
  });
});

describe("The end of a response", () => {
  it("is told to all who ask, by one listener of the response", () => {
    const response = responseOf({ closed: false, writableFinished: true });
    let told = 0;

    clientSignal(response);
    for (let count = 0; count < 20; count++) onceEnded(response, () => told++);
    const listeners = response.listenerCount("close");
    response.emit("close");

    expect(listeners).toBe(1);
    expect(told).toBe(20);
  });

  it("is told at once where it has ended before", () => {
    let told = 0;

    onceEnded(responseOf({ closed: true, writableFinished: true }), () => told++);

    expect(told).toBe(1);
  });
});
