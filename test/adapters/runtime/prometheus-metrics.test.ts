import { PrometheusMetrics } from "../../../src/adapters/runtime/prometheus-metrics.js";
import { exposedSamples } from "../../application/exposed-samples.js";

const samplesOf = async (
  metrics: PrometheusMetrics,
  levels: Parameters<PrometheusMetrics["expose"]>[0] = { breakers: [] },
): Promise<ReadonlyMap<string, number>> => exposedSamples((await metrics.expose(levels)).text);

describe("PrometheusMetrics", () => {
  it("measures durations in seconds, and counts them by outcome", async () => {
    const metrics = new PrometheusMetrics();
    metrics.recordProviderRequest({ provider: "deezer", outcome: "answered", milliseconds: 80 });
    metrics.recordProviderRequest({ provider: "deezer", outcome: "answered", milliseconds: 400 });
    metrics.recordProviderRequest({ provider: "deezer", outcome: "overdue", milliseconds: 4_000 });

    const samples = await samplesOf(metrics);

    const name = "overtone_provider_question_duration_seconds";
    const answered = 'provider="deezer",outcome="answered"';
    expect(samples.get(`${name}_count{${answered}}`)).toBe(2);
    expect(samples.get(`${name}_sum{${answered}}`)).toBeCloseTo(0.48);
    expect(samples.get(`${name}_bucket{le="0.1",${answered}}`)).toBe(1);
    expect(samples.get(`${name}_count{provider="deezer",outcome="overdue"}`)).toBe(1);
  });

  it("reports which of three states each circuit breaker is in, and follows its changes", async () => {
    const metrics = new PrometheusMetrics();
    await metrics.expose({ breakers: [{ provider: "itunes", state: "closed" }] });

    const samples = await samplesOf(metrics, {
      breakers: [{ provider: "itunes", state: "half-open" }],
    });

    const state = (name: string): number | undefined =>
      samples.get(`overtone_provider_breaker_state{provider="itunes",state="${name}"}`);
    expect(["closed", "open", "half-open"].map(state)).toEqual([0, 0, 1]);
  });

  it("has no value for a level that cannot be read, also if it had one before", async () => {
    const metrics = new PrometheusMetrics();
    const before = await samplesOf(metrics, { breakers: [], libraryFiles: 12 });

    const after = await samplesOf(metrics);

    expect(before.get("overtone_library_files")).toBe(12);
    expect(after.has("overtone_library_files")).toBe(false);
    expect(after.has("overtone_analyses_waiting")).toBe(false);
  });

  it("counts what happened to jobs by worker, and the ended ones by outcome", async () => {
    const metrics = new PrometheusMetrics();
    for (const event of ["claimed", "claimed", "retried", "lease_lost"] as const) {
      metrics.recordJobEvent({ event, worker: "desktop" });
    }
    for (const outcome of ["done", "AUDIO_UNDECODABLE", "done"] as const) {
      metrics.recordJobEvent({ event: "ended", outcome, worker: undefined });
    }

    const samples = await samplesOf(metrics, { breakers: [], longestWaitSeconds: 12.5 });

    expect(samples.get('overtone_analysis_claims_total{worker="desktop"}')).toBe(2);
    expect(samples.get('overtone_analysis_retries_total{worker="desktop"}')).toBe(1);
    expect(samples.get('overtone_analysis_leases_lost_total{worker="desktop"}')).toBe(1);
    expect(samples.get('overtone_analyses_ended_total{worker="server",outcome="done"}')).toBe(2);
    expect(
      samples.get('overtone_analyses_ended_total{worker="server",outcome="AUDIO_UNDECODABLE"}'),
    ).toBe(1);
    expect(samples.get("overtone_analyses_longest_wait_seconds")).toBe(12.5);
  });

  it("limits the number of workers that are counted apart", async () => {
    const metrics = new PrometheusMetrics();
    for (let at = 0; at < 1_002; at++) {
      metrics.recordJobEvent({ event: "claimed", worker: `worker ${at}` });
    }
    metrics.recordJobEvent({ event: "claimed", worker: "worker 7" });

    const samples = await samplesOf(metrics);

    expect(samples.get('overtone_analysis_claims_total{worker="worker 7"}')).toBe(2);
    expect(samples.get('overtone_analysis_claims_total{worker="other"}')).toBe(2);
  });

  it("measures the process too", async () => {
    const samples = await samplesOf(new PrometheusMetrics());

    expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(0);
    expect(samples.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
  });

  it("shares no measurements with another instance in the same process", async () => {
    const [one, other] = [new PrometheusMetrics(), new PrometheusMetrics()];
    one.recordCacheLookup({ cache: "answers", hits: 3, misses: 1 });

    const [ofOne, ofOther] = [await samplesOf(one), await samplesOf(other)];

    const hits = 'overtone_cache_lookups_total{cache="answers",outcome="hit"}';
    expect(ofOne.get(hits)).toBe(3);
    expect(ofOther.has(hits)).toBe(false);
  });
});
