import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type LabelValues,
  Registry,
} from "prom-client";
import type { LibraryStatus } from "../../domain/library/library-status.js";
import { storedKinds, type StoredCheck } from "../../domain/library/stored-check.js";
import type {
  CompletedOperation,
  CompletedRequest,
  CompletedProviderRequest,
  CacheLookup,
  CompletedMeasurement,
  Exposition,
  GaugeReadings,
  JobEvent,
  Metrics,
} from "../../ports/runtime/metrics.js";

/** Histogram buckets: from a read of the database to the maximum wait for an analysis. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];

/** Histogram buckets: from a preview of 30 s to a mix of hours. */
const ANALYSIS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Maximum number of workers with metrics of their own. */
const MAX_WORKERS = 1_000;

const BREAKER_STATES = ["closed", "open", "half-open"] as const;

/**
 * The metrics of the process, which all applications in it share: what measures its event loop never ends, so it is begun once and
 * when it is first needed.
 */
let ofProcess: Registry | undefined;

function processRegistry(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

/** Metrics in Prometheus' text format, in a registry of their own, and those of the process. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#histogram("http_request", REQUEST_SECONDS, {
    help: "HTTP requests by the pattern of their path, from their headers to the end of the response.",
    labelNames: ["route", "method", "status"],
  });
  readonly #operations = this.#histogram("graphql_operation", REQUEST_SECONDS, {
    help: "GraphQL operations; incomplete where any field failed.",
    labelNames: ["type", "outcome"],
  });
  readonly #providerRequests = this.#histogram("provider_question", REQUEST_SECONDS, {
    help: "Requests to metadata providers, retries included.",
    labelNames: ["provider", "outcome"],
  });
  readonly #analyses = this.#histogram("analysis", ANALYSIS_SECONDS, {
    help: "Audio analyses, the wait for a worker included.",
    labelNames: ["outcome"],
  });
  readonly #lookups = new Counter({
    name: "overtone_cache_lookups_total",
    help: "Entries looked up in the metadata cache.",
    labelNames: ["cache", "outcome"],
    registers: [this.#registry],
  });
  readonly #charged = new Counter({
    name: "overtone_charged_processor_seconds_total",
    help: "Processor time of this server that was charged to API keys.",
    registers: [this.#registry],
  });
  readonly #breakers = this.#gauge("provider_breaker_state", {
    help: "1 for the state that a provider's circuit breaker is in, 0 for the others.",
    labelNames: ["provider", "state"],
  });
  readonly #jobEvents = {
    claimed: this.#counter("analysis_claims", "Claims of analyses by this server and its workers."),
    retried: this.#counter("analysis_retries", "Further attempts that this server has scheduled."),
    lease_lost: this.#counter(
      "analysis_leases_lost",
      "Claims of any server that this one found to have run out, or whose process had ended.",
    ),
  };
  readonly #ends = new Counter({
    name: "overtone_analyses_ended_total",
    help: "Analyses in the queue that this server and its workers have ended: done, or by error code.",
    labelNames: ["worker", "outcome"],
    registers: [this.#registry],
  });
  readonly #waiting = this.#gauge("analyses_waiting", {
    help: "Analyses that wait in the queue of all servers on the database.",
  });
  readonly #running = this.#gauge("analyses_running", {
    help: "Analyses that are running in all servers on the database.",
  });
  readonly #longestWait = this.#gauge("analyses_longest_wait_seconds", {
    help: "Time since the oldest waiting analysis of all servers on the database was requested; 0 where none waits.",
  });
  readonly #files = this.#gauge("library_files", { help: "Files that scans have found." });
  readonly #libraryTracks = this.#gauge("library_tracks", {
    help: "Tracks in the library of all servers on the database: analysed, waiting, paused or failed; up to a minute old.",
    labelNames: ["state"],
  });
  readonly #outdated = this.#gauge("library_outdated_tracks", {
    help: "Analysed tracks of the library whose analysis is of an older version.",
  });
  readonly #libraryRate = this.#gauge("library_tracks_per_hour", {
    help: "Analyses an hour of library tracks during the last ten minutes; absent where there were fewer than two.",
  });

  readonly #storedChecked = this.#gauge("stored_checked", {
    help: "Things that the last check of what is stored has compared, on any server on the database, by kind.",
    labelNames: ["kind"],
  });
  readonly #storedDamaged = this.#gauge("stored_damaged", {
    help: "Of those, the ones that are damaged.",
    labelNames: ["kind"],
  });
  readonly #storedCheckEnd = this.#gauge("stored_check_end_seconds", {
    help: "When that check ended, seconds since 1970; absent where none has.",
  });

  /** The names of workers that have series of their own. */
  readonly #workers = new Set<string>();

  readonly #process = processRegistry();

  recordRequest({ route, method, status, milliseconds }: CompletedRequest): void {
    this.#requests.observe({ route, method, status }, milliseconds / 1000);
  }

  recordOperation({ type, isComplete, milliseconds }: CompletedOperation): void {
    const outcome = isComplete ? "complete" : "incomplete";
    this.#operations.observe({ type, outcome }, milliseconds / 1000);
  }

  recordProviderRequest({ provider, outcome, milliseconds }: CompletedProviderRequest): void {
    this.#providerRequests.observe({ provider, outcome }, milliseconds / 1000);
  }

  recordAnalysis({ outcome, milliseconds }: CompletedMeasurement): void {
    this.#analyses.observe({ outcome }, milliseconds / 1000);
  }

  recordJobEvent(event: JobEvent): void {
    const worker = this.#workerLabelOf(event);
    if (event.event === "ended") this.#ends.inc({ worker, outcome: event.outcome });
    else this.#jobEvents[event.event].inc({ worker });
  }

  recordCharge(milliseconds: number): void {
    this.#charged.inc(milliseconds / 1000);
  }

  recordCacheLookup({ cache, hits, misses }: CacheLookup): void {
    this.#lookups.inc({ cache, outcome: "hit" }, hits);
    this.#lookups.inc({ cache, outcome: "miss" }, misses);
  }

  async expose({
    waitingAnalyses,
    runningAnalyses,
    longestWaitSeconds,
    libraryFiles,
    libraryStatus,
    breakers,
  }: GaugeReadings): Promise<Exposition> {
    show(this.#waiting, waitingAnalyses);
    show(this.#running, runningAnalyses);
    show(this.#longestWait, longestWaitSeconds);
    show(this.#files, libraryFiles);
    this.#showLibrary(libraryStatus);
    for (const { provider, state } of breakers) {
      for (const one of BREAKER_STATES) {
        this.#breakers.set({ provider, state: one }, one === state ? 1 : 0);
      }
    }
    const [own, process] = await Promise.all([this.#registry.metrics(), this.#process.metrics()]);
    return { mediaType: this.#registry.contentType, text: own + process };
  }

  #showLibrary(status: LibraryStatus | undefined): void {
    for (const state of ["analysed", "waiting", "paused", "failed"] as const) {
      showLabelled(this.#libraryTracks, { state }, status?.[state]);
    }
    show(this.#outdated, status?.outdated);
    show(this.#libraryRate, status?.tracksPerHour ?? undefined);
    this.#showCheck(status?.lastCheck ?? undefined);
  }

  #showCheck(check: StoredCheck | undefined): void {
    for (const kind of storedKinds) {
      showLabelled(this.#storedChecked, { kind }, check?.checked[kind]);
      showLabelled(this.#storedDamaged, { kind }, check?.damaged[kind]);
    }
    show(this.#storedCheckEnd, check && check.endedAt / 1000);
  }

  #histogram<Label extends string>(
    what: string,
    buckets: number[],
    described: { readonly help: string; readonly labelNames: readonly Label[] },
  ): Histogram<Label> {
    const name = `overtone_${what}_duration_seconds`;
    return new Histogram({ ...described, name, buckets, registers: [this.#registry] });
  }

  #counter(what: string, help: string): Counter<"worker"> {
    const name = `overtone_${what}_total`;
    return new Counter({ help, name, labelNames: ["worker"], registers: [this.#registry] });
  }

  /** Workers name themselves, so their number is limited: each name is a series that is kept. */
  #workerLabelOf({ worker }: JobEvent): string {
    if (worker === undefined) return "server";
    if (this.#workers.size < MAX_WORKERS) this.#workers.add(worker);
    return this.#workers.has(worker) ? worker : "other";
  }

  #gauge<Label extends string = never>(
    what: string,
    described: { readonly help: string; readonly labelNames?: readonly Label[] },
  ): Gauge<Label> {
    return new Gauge({ ...described, name: `overtone_${what}`, registers: [this.#registry] });
  }
}

/** Sets a gauge; a reading that is absent is removed, so that no wrong number is shown. */
function show(gauge: Gauge<never>, reading: number | undefined): void {
  if (reading === undefined) gauge.remove();
  else gauge.set(reading);
}

/** The same for one series of a gauge. */
function showLabelled<Label extends string>(
  gauge: Gauge<Label>,
  labels: LabelValues<Label>,
  reading: number | undefined,
): void {
  if (reading === undefined) gauge.remove(labels);
  else gauge.set(labels, reading);
}
