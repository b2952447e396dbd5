import { askAt, type Answer } from "../fault-server.js";
import { madeTrack, type MadeTrack } from "../music.js";
import type { Cluster } from "./cluster.js";

/** How long a client repeats a request that is refused or not answered. */
const PATIENCE_SECONDS = 150;

const PAUSE_MILLISECONDS = 250;

/** Numbers of tracks that are uploaded, apart from those of the library. */
const FIRST_UPLOAD = 100_000;

/** The clients of a cluster: they request analyses until a server has accepted them. */
export class ClusterLoad {
  /** All tracks whose analysis was requested. */
  readonly requested: MadeTrack[] = [];
  readonly #uploaded = new Set<string>();
  readonly #asking = new Set<Promise<void>>();
  #uploads = 0;

  constructor(private readonly cluster: Cluster) {}

  /** Begins to request the next tracks of the library; listens to them at each server. */
  request(count: number): readonly MadeTrack[] {
    const { tracks } = this.cluster;
    const from = this.requested.length - this.#uploads;
    const some = tracks.slice(from, from + count);
    if (some.length < count) throw new Error("The library has too few tracks for the trial.");
    this.#begin(some, (track, index) => {
      // Some clients wait for the result, the others do not.
      const headers = { prefer: index % 3 === 0 ? "wait=5" : "respond-async" };
      return askAt(this.cluster.front, `/api/audio/analysis/${track.trackKey}`, { headers });
    });
    return some;
  }

  /** Begins to upload files that only clients have. */
  upload(count: number, seconds?: number): readonly MadeTrack[] {
    const some = Array.from({ length: count }, () =>
      madeTrack(FIRST_UPLOAD + this.#uploads++, seconds),
    );
    for (const { trackKey } of some) this.#uploaded.add(trackKey);
    this.#begin(some, ({ artist, name, bytes }) => {
      const query = new URLSearchParams({ artist, track: name });
      return askAt(this.cluster.front, `/api/audio/analysis?${query.toString()}`, {
        method: "POST",
        headers: { "content-type": "audio/wav", prefer: "respond-async" },
        body: Buffer.from(bytes),
      });
    });
    return some;
  }

  isUpload(trackKey: string): boolean {
    return this.#uploaded.has(trackKey);
  }

  /** Waits until a server has accepted each request. */
  async accepted(): Promise<void> {
    await Promise.all(this.#asking);
  }

  #begin(
    tracks: readonly MadeTrack[],
    ask: (track: MadeTrack, index: number) => Promise<Answer>,
  ): void {
    const { servers, listeners } = this.cluster;
    this.requested.push(...tracks);
    const keys = tracks.map(({ trackKey }) => trackKey);
    for (const server of servers) listeners.follow(server, keys);
    for (const [index, track] of tracks.entries()) {
      const asking = this.#untilAccepted(track, () => ask(track, index)).finally(() =>
        this.#asking.delete(asking),
      );
      this.#asking.add(asking);
    }
  }

  /** Repeats a request as a client does: until it succeeds, or the refusal is one of the client's fault. */
  async #untilAccepted({ trackKey }: MadeTrack, ask: () => Promise<Answer>): Promise<void> {
    const { trial } = this.cluster;
    const end = performance.now() + PATIENCE_SECONDS * 1_000;
    for (;;) {
      const answer = await trial.tolerated(`a request of ${trackKey}`, ask());
      if (answer?.status === 200 || answer?.status === 202) return;
      trial.count(answer === undefined ? "broken requests" : `answers ${answer.status}`);
      const isFinal = answer !== undefined && answer.status < 500 && answer.status !== 429;
      const isGivenUp = trial.isOver || trial.isBroken;
      if (isFinal || performance.now() > end || isGivenUp) {
        trial.check(isGivenUp, `${trackKey} was answered ${answer?.status} ${answer?.code}`);
        return;
      }
      await trial.pause(PAUSE_MILLISECONDS).catch(() => undefined);
    }
  }
}
