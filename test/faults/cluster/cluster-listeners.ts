import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import { StandInReceiver } from "../../fakes/stand-in-receiver.js";
import { AnalysisUpdatedDocument } from "../../generated/operations.js";
import { operationOf, resultsOverSocket } from "../../graphql/subscription-clients.js";
import { askAt, type FaultServer } from "../fault-server.js";

/** Pause before a subscription is made again. */
const RETRY_MILLISECONDS = 300;

type Place = Pick<FaultServer, "url" | "token">;

/** What one subscription heard of a track. */
interface Heard {
  ready: number;
  failed: number;
}

/** Listens to a cluster as its clients do: by a webhook, and by subscriptions at each server. */
export class ClusterListeners {
  /** By server and track. */
  readonly #heard = new Map<string, Map<string, Heard>>();
  readonly #subscriptions = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  /** How often a subscription was tried again, because its server had gone away. */
  renewed = 0;

  private constructor(private readonly receiver: StandInReceiver) {
    setMaxListeners(0, this.#stopped.signal);
  }

  static async open(): Promise<ClusterListeners> {
    return new ClusterListeners(await StandInReceiver.open());
  }

  /** Registers the webhook. */
  async register(place: Place): Promise<void> {
    const { status } = await askAt(place, "/api/webhooks", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: this.receiver.url }),
    });
    if (status !== 201) throw new Error(`No webhook could be registered: ${status}`);
  }

  /** Follows tracks at a server until all have ended; when the server goes away, until it is back. */
  follow(place: Place, trackKeys: readonly TrackKey[]): void {
    const following = this.#follow(place, trackKeys).finally(() =>
      this.#subscriptions.delete(following),
    );
    this.#subscriptions.add(following);
  }

  /** Waits until all subscriptions have ended; returns how many have not. */
  async settled(milliseconds: number): Promise<number> {
    await Promise.race([Promise.all(this.#subscriptions), pause(milliseconds)]);
    return this.#subscriptions.size;
  }

  /** Returns the ids of the messages that announced a track as ready, with repetitions. */
  announcedReady(): ReadonlyMap<string, readonly string[]> {
    const ids = new Map<string, string[]>();
    for (const { headers, body } of this.receiver.messages) {
      const { type, data } = JSON.parse(body) as { type: string; data: { trackKey: string } };
      if (type !== "analysis.ready") continue;
      ids.set(data.trackKey, [...(ids.get(data.trackKey) ?? []), String(headers["webhook-id"])]);
    }
    return ids;
  }

  /** Returns how often a track was reported to the subscriptions at each server, by its URL. */
  heardOf(trackKey: string): ReadonlyMap<string, Heard> {
    const found = [...this.#heard].flatMap(([url, tracks]) => {
      const heard = tracks.get(trackKey);
      return heard === undefined ? [] : [[url, heard] as const];
    });
    return new Map(found);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.receiver.close();
  }

  async #follow(place: Place, trackKeys: readonly TrackKey[]): Promise<void> {
    const known = this.#heard.get(place.url) ?? new Map<string, Heard>();
    this.#heard.set(place.url, known);
    for (const key of trackKeys) known.set(key, known.get(key) ?? { ready: 0, failed: 0 });
    const isSettled = (key: string): boolean => known.get(key)?.ready !== 0;
    const isOver = (): boolean => this.#stopped.signal.aborted;
    while (!isOver() && !trackKeys.every(isSettled)) {
      const left = trackKeys.filter((key) => !isSettled(key));
      const results = resultsOverSocket(
        place,
        operationOf(AnalysisUpdatedDocument, { tracks: left.map((key) => ({ key })) }),
      );
      const end = (): void => void results.return();
      this.#stopped.signal.addEventListener("abort", end);
      for await (const { data } of results) {
        const state = data?.["analysisUpdated"] as { __typename: string; trackKey: string } | null;
        const heard = state && known.get(state.trackKey);
        if (heard && state.__typename === "TrackAnalysis") heard.ready += 1;
        if (heard && state.__typename === "AnalysisFailed") heard.failed += 1;
      }
      this.#stopped.signal.removeEventListener("abort", end);
      if (isOver() || trackKeys.every(isSettled)) return;
      this.renewed += 1;
      await pause(RETRY_MILLISECONDS);
    }
  }
}
