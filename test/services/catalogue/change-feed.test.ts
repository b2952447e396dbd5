import { unlimitedBudget } from "../../../src/domain/work-budget.js";
import type { ChangePage } from "../../../src/domain/catalogue/recording-change.js";
import { ChangeFeed } from "../../../src/services/catalogue/change-feed.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const NEWEST = 1_000;

describe("The feed of changes", () => {
  /** The portions that were read, by the revisions that they follow. */
  let read: number[];
  /** Called by each reading. */
  let onRead: () => void;
  let feed: ChangeFeed;

  beforeEach(() => {
    read = [];
    onRead = () => undefined;
    const find = (after: number, first: number): Promise<ChangePage> => {
      read.push(after);
      onRead();
      const changes = Array.from({ length: first }, (_, index) => ({
        revision: after + index + 1,
        recordingId: recordingOf(`Song ${after + index}`),
      }));
      return Promise.resolve({ changes, revision: after + first, newest: NEWEST });
    };
    feed = new ChangeFeed({ changes: { find }, clock: new ManualClock() });
  });

  it("reads no further portion of a page whose client has left", async () => {
    const client = new AbortController();
    onRead = () => client.abort(new Error("left"));

    await expect(feed.page(0, 100, unlimitedBudget(client.signal))).rejects.toThrow("left");

    expect(read).toEqual([0]);
  });

  it("begins nothing for clients that have left while they waited for others", async () => {
    const clients = Array.from({ length: 20 }, () => new AbortController());
    onRead = () => clients.forEach((client) => client.abort(new Error("left")));
    const encode = () => new Uint8Array();

    const asked = clients.flatMap(({ signal }) => {
      const budget = unlimitedBudget(signal);
      return [feed.page(0, 100, budget), feed.open(0, { encode, budget })];
    });

    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([]);
    expect(read).toEqual([0]);
  });

  it("reads a page in portions", async () => {
    const { changes } = await feed.page(0, 100);

    expect([changes.length, changes.at(-1)?.revision]).toEqual([100, 100]);
    expect(read).toEqual(Array.from({ length: 10 }, (_, portion) => 10 * portion));
  });
});
