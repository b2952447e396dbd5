import { isDeepStrictEqual } from "node:util";
import type { AuditedEvent } from "./cluster-audit.js";
import type { ClusterLoad } from "./cluster-load.js";
import type { Cluster } from "./cluster.js";

/** Longer than a lease and the pauses between attempts. */
const END_SECONDS = 240;

/** Longer than the claim of a delivery and its first repetitions. */
const MESSAGE_SECONDS = 120;

/** Subscriptions notice what another server did within two seconds, and reconnect. */
const TOLD_SECONDS = 30;

/** What a server changes is seen by others within a second. */
const VISIBLE_MILLISECONDS = 1_500;

/** What a trial expects apart from one good end of each job. */
export interface ExpectedEnds {
  /** How many versions analyse: each stores an analysis of its own; by default 1. */
  readonly versions?: number;
  /** Whether a job may end with this failure. */
  readonly mayFail?: (code: string) => boolean;
}

/**
 * Waits until a cluster has done its work, and checks from outside that each job has ended once, that
 * nothing is lost or stuck, that the database is whole, and that clients were told.
 */
export async function checkOutcome(
  cluster: Cluster,
  load: ClusterLoad,
  expected: ExpectedEnds = {},
): Promise<void> {
  const { trial, audit } = cluster;
  await load.accepted();
  if (trial.isBroken) return;
  await trial.until("the end of all jobs", END_SECONDS, async () => {
    const live = await audit.number("select count(*) from analysis_jobs where state <> 'ended'");
    return live === 0;
  });
  await checkAnswers(cluster, load);
  await checkTold(cluster, load, expected);
  checkEvents(cluster, load, { events: await audit.events(), ...expected });
  for (const problem of await audit.problems()) trial.check(false, `the database: ${problem}`);
  await checkCommands(cluster);
  await cluster.stop();
}

/** Each server answers with the same analysis of each track. */
async function checkAnswers({ trial, servers }: Cluster, { requested }: ClusterLoad) {
  // A server of a newer version analyses anew what one of an older version has analysed.
  const answered = servers.map(async ({ url, process }) => {
    for (const { trackKey } of requested) {
      await trial.recovers(`${trackKey} at ${url}`, () => process!.analysisOf(trackKey));
    }
  });
  await Promise.all(answered);
  await trial.pause(VISIBLE_MILLISECONDS);
  for (const { trackKey } of requested) {
    const answers = servers.map(({ process }) => process!.analysisOf(trackKey));
    const [first, ...others] = (await Promise.all(answers)).map(({ data }) => data);
    const isSame = others.every((other) => isDeepStrictEqual(other, first));
    trial.check(isSame, `the servers return different analyses of ${trackKey}`);
  }
}

async function checkTold(
  { trial, audit, listeners, servers }: Cluster,
  { requested }: ClusterLoad,
  { versions = 1 }: ExpectedEnds,
): Promise<void> {
  const open = await listeners.settled(TOLD_SECONDS * 1_000);
  trial.check(open === 0, `${open} subscriptions have not ended`);
  for (const { trackKey } of requested) {
    for (const { url } of servers) {
      const heard = listeners.heardOf(trackKey).get(url);
      trial.check((heard?.ready ?? 0) > 0, `subscribers at ${url} were not told of ${trackKey}`);
    }
  }
  const pending = "select count(*) from webhook_deliveries where state = 'pending'";
  await trial.until("the delivery of all messages", MESSAGE_SECONDS, async () => {
    return (await audit.number(pending)) === 0;
  });
  const announced = listeners.announcedReady();
  for (const { trackKey } of requested) {
    const ids = announced.get(trackKey) ?? [];
    const different = new Set(ids).size;
    trial.check(
      different >= 1 && different <= versions,
      `${different} messages announced ${trackKey}`,
    );
    trial.count("messages", ids.length);
    trial.count("repeated messages", ids.length - different);
  }
  trial.count("subscription retries", listeners.renewed);
}

function checkEvents(
  { trial }: Cluster,
  load: ClusterLoad,
  {
    events,
    versions = 1,
    mayFail = () => false,
  }: ExpectedEnds & { events: readonly AuditedEvent[] },
): void {
  const byKind = grouped(events, ({ kind }) => kind);
  const ended = grouped(byKind.get("ended"), ({ id }) => id);
  for (const { id, trackKey } of byKind.get("added") ?? []) {
    const ends = ended.get(id) ?? [];
    trial.check(ends.length === 1, `job ${id} of ${trackKey} ended ${ends.length} times`);
    trial.count("jobs");
    for (const { detail } of ends) {
      const outcome = JSON.parse(detail ?? "{}") as { ok: boolean; failure?: { code: string } };
      if (outcome.ok) continue;
      const { code = "" } = outcome.failure ?? {};
      trial.count(`failed as ${code}`);
      trial.check(mayFail(code), `job ${id} of ${trackKey} failed: ${detail}`);
    }
  }
  for (const { id, trackKey } of byKind.get("vanished") ?? []) {
    trial.check(false, `job ${id} of ${trackKey} vanished before its end`);
  }
  const stored = grouped(byKind.get("stored"), ({ trackKey }) => trackKey);
  const added = grouped(byKind.get("added"), ({ trackKey }) => trackKey);
  for (const { trackKey } of load.requested) {
    const times = stored.get(trackKey)?.map(({ id }) => id) ?? [];
    const isOnce = new Set(times).size === times.length && times.length <= versions;
    trial.check(times.length > 0 && isOnce, `${trackKey} was stored with versions ${times.join()}`);
    // The client of an upload that was not answered has sent it again.
    const most = load.isUpload(trackKey) ? Infinity : versions;
    const jobs = added.get(trackKey)?.length ?? 0;
    trial.check(jobs >= 1 && jobs <= most, `${trackKey} had ${jobs} jobs`);
  }
  trial.count("claims", byKind.get("claimed")?.length ?? 0);
  trial.count("leases lost", byKind.get("lost")?.length ?? 0);
}

/** The commands for operators find nothing wrong. */
async function checkCommands(cluster: Cluster): Promise<void> {
  const { trial } = cluster;
  const jobs = (await cluster.command("jobs", "list", "--json")).trim().split("\n");
  const live = jobs.filter((line) => line !== "" && !line.includes('"state":"ended"'));
  trial.check(live.length === 0, `overtone jobs list: ${live.join(" ")}`);
  const doctor = await cluster.command("doctor");
  trial.check(!/^fail/m.test(doctor), `overtone doctor: ${doctor}`);
}

function grouped(
  events: readonly AuditedEvent[] = [],
  by: (event: AuditedEvent) => string,
): ReadonlyMap<string, readonly AuditedEvent[]> {
  const groups = new Map<string, AuditedEvent[]>();
  for (const event of events) groups.set(by(event), [...(groups.get(by(event)) ?? []), event]);
  return groups;
}
