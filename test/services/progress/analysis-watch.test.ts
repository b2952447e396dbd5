import type { AnalysisState } from "../../../src/domain/analysis/analysis.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { AnalysisWatch } from "../../../src/services/analysis/analysis-updates.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const waltz = analysisOf("Overtone", "Waltz");
const march = analysisOf("Overtone", "March");
const [trackKey, otherKey] = [waltz.trackKey, march.trackKey];
const [damage, otherDamage] = ["it is damaged", "it is empty"].map(
  (reason) => new AudioUndecodableError(reason),
);

const waiting = (
  state: "not_requested" | "queued" | "processing",
  position: number | null = null,
): AnalysisState => ({ state, trackKey, retryAfterSeconds: 2, position });
const ready: AnalysisState = { state: "ready", analysis: waltz };
const failed = (error: Error): AnalysisState => ({
  state: "failed",
  trackKey,
  error,
  retryAfterSeconds: 60,
  isRetryable: false,
});
const newer: AnalysisState = { state: "ready", analysis: { ...waltz, analyzedAt: 7 } };

describe("AnalysisWatch", () => {
  it.each([
    ["queued at another position", waiting("queued", 2), waiting("queued", 1)],
    ["processing", waiting("queued", 0), waiting("processing")],
    ["processing at once", waiting("not_requested"), waiting("processing")],
    ["ready", waiting("processing"), ready],
    ["failed", waiting("processing"), failed(damage!)],
    ["failed for another reason", failed(damage!), failed(otherDamage!)],
    ["failed after it was ready", ready, failed(damage!)],
    ["ready after it failed", failed(damage!), ready],
    ["analysed again", ready, newer],
    ["forgotten", failed(damage!), waiting("not_requested")],
  ])("has an unread state when an analysis is %s", (_what, known, state) => {
    const watch = new AnalysisWatch([trackKey]);
    watch.offer(trackKey, known);
    const first = [...watch.read()];

    watch.offer(trackKey, state);

    expect(first).toEqual([known]);
    expect([...watch.read()]).toEqual([state]);
  });

  it.each([
    waiting("not_requested"),
    waiting("queued", 1),
    waiting("processing"),
    failed(damage!),
    ready,
  ])("has none when the reader knows the state already: $state", (known) => {
    const watch = new AnalysisWatch([trackKey]);
    watch.offer(trackKey, known);
    const first = [...watch.read()];

    watch.offer(trackKey, { ...known });

    expect(first).toEqual([known]);
    expect([...watch.read()]).toEqual([]);
  });

  it("has none when a change was undone before it was read", () => {
    const watch = new AnalysisWatch([trackKey]);
    watch.offer(trackKey, waiting("queued", 1));
    const first = [...watch.read()];

    for (const position of [0, 1]) watch.offer(trackKey, waiting("queued", position));

    expect(first).toHaveLength(1);
    expect([...watch.read()]).toEqual([]);
  });

  it("has none of tracks that it does not watch", () => {
    const watch = new AnalysisWatch([otherKey]);

    watch.offer(trackKey, ready);

    expect([...watch.read()]).toEqual([]);
  });

  it("is read in the order of its keys, also where states arrive while it is read", () => {
    const watch = new AnalysisWatch([otherKey, trackKey, otherKey]);
    const otherReady: AnalysisState = { state: "ready", analysis: march };
    watch.offer(trackKey, waiting("processing"));
    watch.offer(otherKey, otherReady);

    const seen: AnalysisState[] = [];
    for (const state of watch.read()) {
      seen.push(state);
      if (seen.length === 2) watch.offer(trackKey, ready);
    }

    expect(seen).toEqual([otherReady, waiting("processing"), ready]);
  });

  it("has as unsettled the tracks that the reader does not know as ready or failed", () => {
    const watch = new AnalysisWatch([trackKey, otherKey]);

    const atStart = watch.unsettled;
    watch.offer(trackKey, failed(damage!));
    const unread = watch.unsettled;
    void [...watch.read()];

    expect(atStart).toEqual([trackKey, otherKey]);
    expect(unread).toEqual([trackKey, otherKey]);
    expect(watch.unsettled).toEqual([otherKey]);
  });

  it.each([
    ["a state arrives", (watch: AnalysisWatch) => watch.offer(trackKey, ready)],
    ["it is woken", (watch: AnalysisWatch) => watch.wake()],
    ["the time has passed", (_watch: AnalysisWatch, clock: ManualClock) => clock.advance(1_000)],
  ])("waits until %s", async (_event, happen) => {
    const clock = new ManualClock();
    const watch = new AnalysisWatch([trackKey]);
    let isOver = false;
    const wait = watch.waitForChange(clock, 1_000).then(() => (isOver = true));
    await new Promise(setImmediate);
    const early = isOver;

    happen(watch, clock);
    await wait;

    expect([early, clock.sleeperCount]).toEqual([false, 0]);
  });

  it("does not wait while a state is unread", async () => {
    const clock = new ManualClock();
    const watch = new AnalysisWatch([trackKey]);
    watch.offer(trackKey, ready);

    const wait = watch.waitForChange(clock, 1_000).then(() => "over");

    expect(await Promise.race([wait, new Promise(setImmediate)])).toBe("over");
  });
});
