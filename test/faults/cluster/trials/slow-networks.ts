import { ClusterLoad } from "../cluster-load.js";
import type { ClusterTrial } from "../cluster-trial.js";
import { checkOutcome } from "../cluster-verdict.js";
import { Cluster } from "../cluster.js";
import { FaultyProxy, type ProxyManners } from "../faulty-proxy.js";

/** 32 kB for each second of audio. */
const TRACK_SECONDS = 8;

/** How the ways of the workers treat what the servers send. */
const ways: Readonly<Record<string, ProxyManners>> = {
  dripping: { bytesPerSecond: 20_000 },
  cut: { cutAfterBytes: 100_000 },
  // Longer than the worker waits for the next byte.
  stalling: { stallAfterBytes: 150_000, stallMilliseconds: 40_000 },
};

const TRACKS_PER_WAY = 3;

/** Analyses by workers whose network drips, breaks off, and stands still. */
export async function slowNetworks(trial: ClusterTrial): Promise<void> {
  const count = TRACKS_PER_WAY * Object.keys(ways).length;
  const cluster = await Cluster.open(trial, {
    slots: [0, 0],
    tracks: count,
    trackSeconds: TRACK_SECONDS,
  });
  const proxies = new Map<string, FaultyProxy>();
  for (const [name, manners] of Object.entries(ways)) {
    const proxy = await openProxy(
      trial,
      cluster.servers.map(({ port }) => port),
    );
    proxy.manners = manners;
    proxies.set(name, proxy);
    await cluster.startWorker({ name, url: proxy.url });
  }
  const load = new ClusterLoad(cluster);
  load.request(count);
  load.upload(count, TRACK_SECONDS);
  trial.runs += 1;
  await checkOutcome(cluster, load);
  for (const [name, { seen }] of proxies) {
    trial.check(seen.bytes > 100_000, `the way "${name}" brought only ${seen.bytes} bytes`);
    trial.count(`transfers continued (${name})`, seen.continued);
  }
  const { seen } = proxies.get("cut")!;
  trial.check(seen.continued > 0, `${seen.cut} connections were cut, and no transfer continued`);
}

const DEATHS = 4;

/** More than the buffers of sockets hold: 32 kB for each second. */
const LARGE_SECONDS = 400;
const LARGE_BYTES_PER_SECOND = 2_000_000;
const SENT_BYTES = 2_000_000;

/** Kills the server that sends audio, halfway; the worker receives the rest from it or from another. */
export async function dyingServers(trial: ClusterTrial): Promise<void> {
  const cluster = await Cluster.open(trial, { slots: [0, 0], tracks: 0 });
  const [one, other] = cluster.servers;
  const load = new ClusterLoad(cluster);
  const proxy = await openProxy(trial, [one!.port]);
  proxy.manners = { bytesPerSecond: LARGE_BYTES_PER_SECOND };
  await cluster.startWorker({ name: "ann", url: proxy.url });
  for (; trial.runs < DEATHS; trial.runs += 1) {
    const { bytes, continued } = proxy.seen;
    // The rest comes from the same server, or from the other one in its place.
    proxy.ports = [one!.port];
    load.upload(1, LARGE_SECONDS);
    await trial.until("a part of the audio", 60, () =>
      Promise.resolve(proxy.seen.bytes - bytes > SENT_BYTES),
    );
    if (trial.runs % 2 === 1) proxy.ports = [other!.port];
    await cluster.killServer(0);
    await cluster.startServer(0);
    await trial.until("the rest of the audio", 90, () =>
      Promise.resolve(proxy.seen.continued > continued),
    );
    await load.accepted();
    await trial.until("the end of the job", 90, async () => {
      const live = "select count(*) from analysis_jobs where state <> 'ended'";
      return (await cluster.audit.number(live)) === 0;
    });
  }
  await checkOutcome(cluster, load);
  trial.count("transfers continued", proxy.seen.continued);
}

async function openProxy(trial: ClusterTrial, ports: readonly number[]): Promise<FaultyProxy> {
  const proxy = await FaultyProxy.open(ports);
  trial.atEnd(() => proxy.close());
  return proxy;
}
