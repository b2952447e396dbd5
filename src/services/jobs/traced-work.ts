import type { AnalysisJob } from "../../ports/analysis/job-queue.js";
import type { Tracer } from "../../ports/runtime/tracer.js";

type Work<Result> = (job: AnalysisJob, signal: AbortSignal, attempt: number) => Promise<Result>;

/** Returns the work with a span for each job, in the trace of the request that added the job. */
export function tracedWork<Result>(tracer: Tracer, work: Work<Result>): Work<Result> {
  return (job, signal, attempt) => {
    const attributes = {
      "overtone.job.id": job.id,
      "overtone.job.attempt": attempt,
      "overtone.track.key": job.track.trackKey,
    };
    const start = { name: "analysis", kind: "consumer", parent: job.traceParent } as const;
    return tracer.span({ ...start, attributes }, () => work(job, signal, attempt));
  };
}
