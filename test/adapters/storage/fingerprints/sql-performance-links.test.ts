import { setImmediate as nextTurn } from "node:timers/promises";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlFingerprintCatalogue } from "../../../../src/adapters/storage/fingerprints/sql-fingerprint-catalogue.js";
import { SqlPerformanceLinks } from "../../../../src/adapters/storage/fingerprints/sql-performance-links.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import type { Analysis } from "../../../../src/domain/analysis/analysis.js";
import { packFingerprint } from "../../../../src/domain/fingerprint/fingerprint-text.js";
import { linkBetween } from "../../../../src/domain/fingerprint/performance-link.js";
import type { RecordingId } from "../../../../src/domain/track/recording-id.js";
import type { Clock } from "../../../../src/ports/runtime/clock.js";
import { FailureLog } from "../../../../src/services/failure-log.js";
import { PerformanceLinking } from "../../../../src/services/performances/performance-linking.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { replaceBytes } from "../../../contracts/analyses/replaced-bytes.js";
import { randomWords, withWrongBits } from "../../../domain/fingerprint/random-words.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { waitUntil } from "../../../wait-until.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { timeOf } from "../time-of-clock.js";

/** A clock that never waits longer than a turn. */
const hurried: Clock = { now: () => 0, sleep: () => nextTurn() };
const NEVER = new AbortController().signal;
const song = randomWords(900, 1);
/** The same, 50 words later, with a hundredth of its bits wrong. */
const encoded = withWrongBits(song.slice(50), 0.01);
const another = randomWords(900, 2);
const heardOf = (title: string, words: Uint32Array): Analysis => ({
  ...analysisOf("Artist", title),
  fingerprint: packFingerprint(words),
});
const idOf = (title: string): RecordingId => analysisOf("Artist", title).recordingId;

describe.each(databaseSystems)("SqlPerformanceLinks on %s", (system) => {
  const databases = openedDatabases(system);
  let url: string;
  let clock: ManualClock;

  beforeEach(async () => {
    url = await databases.createUrl();
    clock = new ManualClock();
  });

  /** What a process has on the database. */
  const openProcess = async () => {
    const database = await databases.open({ url });
    const sounds = new SqlFingerprintCatalogue({ database });
    const links = new SqlPerformanceLinks({ database, time: timeOf(clock) });
    const failures = new FailureLog({ logger: new RecordingLogger() });
    const needs = { sounds, links, failures };
    return {
      store: new SqlAnalysisStore({ database }),
      files: new SqlLibraryStore({ database }),
      links,
      sounds,
      linking: new PerformanceLinking({ ...needs, clock }),
      /** Compares all, and waits for others only for a turn. */
      finish: () =>
        new PerformanceLinking({ ...needs, clock: hurried }).finish(NEVER, () => undefined),
    };
  };
  type Process = Awaited<ReturnType<typeof openProcess>>;

  const linkedTo = async ({ links }: Process, title: string): Promise<readonly string[]> => {
    const [linked] = await links.findLinked([idOf(title)], 0.5);
    return linked!.map(({ recordingId }) => recordingId);
  };

  it("links encodings of one performance with their offset, in both directions, and nothing else", async () => {
    const process = await openProcess();
    for (const [title, words] of [
      ["Song", song],
      ["Encoded", encoded],
      ["Other", another],
    ] as const) {
      await process.store.save(heardOf(title, words));
    }
    await process.store.save(analysisOf("Artist", "Without a fingerprint"));
    const before = await process.links.countUncompared();

    await process.finish();

    const [ofSong, ofEncoded, ofOther] = await process.links.findLinked(
      [idOf("Song"), idOf("Encoded"), idOf("Other")],
      0.25,
    );
    expect(before).toBe(3);
    expect(await process.links.countUncompared()).toBe(0);
    expect(ofSong).toHaveLength(1);
    expect(ofSong![0]!.recordingId).toBe(idOf("Encoded"));
    expect(ofSong![0]!.score).toBeGreaterThan(0.5);
    expect(ofSong![0]!.offsetSeconds).toBeCloseTo((50 * 1365) / 11_025, 0);
    expect(ofEncoded).toEqual([
      {
        ...ofSong![0]!,
        recordingId: idOf("Song"),
        offsetSeconds: 0 - ofSong![0]!.offsetSeconds,
      },
    ]);
    expect(ofOther).toEqual([]);
    const [sure] = await process.links.findLinked([idOf("Song")], 0.99);
    expect(sure).toEqual([]);
  });

  it("links what two processes analyse and compare at the same time", async () => {
    const processes = [await openProcess(), await openProcess()];
    const titles = ["a", "b", "c", "d", "e", "f"];

    await Promise.all(
      titles.map(async (title, index) => {
        const process = processes[index % 2]!;
        await process.store.save(heardOf(title, withWrongBits(song, 0.005, index + 1)));
        await process.finish();
      }),
    );
    await Promise.all(processes.map((process) => process.finish()));

    for (const title of titles) {
      const others = titles.filter((other) => other !== title).map(idOf);
      expect([...(await linkedTo(processes[0]!, title))].sort()).toEqual(others.sort());
    }
    const { groups } = await processes[1]!.links.readGroups();
    expect(groups).toEqual([titles.map(idOf).sort()]);
  });

  it("lets no other process claim a recording, until a process that was killed must have stopped", async () => {
    const [process, other] = [await openProcess(), await openProcess()];
    await process.store.save(heardOf("Song", song));

    const claimed = await process.links.claim(5, 60_000);
    const meanwhile = await other.links.claim(5, 60_000);
    clock.advance(60_001);
    const later = await other.links.claim(5, 60_000);

    expect([claimed, meanwhile, later]).toEqual([[idOf("Song")], [], [idOf("Song")]]);
  });

  it("forgets the links of a recording that is removed, and links it again when it returns", async () => {
    const process = await openProcess();
    const other = await openProcess();
    await process.store.save(heardOf("Song", song));
    await process.store.save(heardOf("Encoded", encoded));
    await process.finish();
    const before = (await other.links.readGroups()).groups;

    await replaceBytes(process.files, heardOf("Encoded", encoded));
    const removed = (await other.links.readGroups()).groups;
    await other.store.save(heardOf("Encoded", encoded));
    await other.finish();

    expect(before).toHaveLength(1);
    expect(removed).toEqual([]);
    expect((await process.links.readGroups()).groups).toEqual(before);
    expect(await linkedTo(process, "Song")).toEqual([idOf("Encoded")]);
  });

  it("compares a recording again whose fingerprint is another, and only then", async () => {
    const process = await openProcess();
    await process.store.save(heardOf("Song", song));
    await process.store.save(heardOf("Encoded", encoded));
    await process.finish();

    await process.store.save(heardOf("Song", song));
    const unchanged = await process.links.countUncompared();
    await process.store.save(heardOf("Encoded", another));
    const changed = await process.links.countUncompared();
    const meanwhile = await linkedTo(process, "Song");
    await process.finish();

    expect([unchanged, changed]).toEqual([0, 1]);
    expect(meanwhile).toEqual([]);
    expect(await linkedTo(process, "Song")).toEqual([]);
    expect((await process.links.readGroups()).groups).toEqual([]);
  });

  it("stores nothing of a comparison whose recordings were changed or removed meanwhile", async () => {
    const { store, files, links } = await openProcess();
    const one = { recordingId: idOf("Song"), words: song };
    const others = ["Replaced", "Removed"].map((title) => {
      const recording = { recordingId: idOf(title), words: encoded };
      return { ...recording, link: linkBetween(one, recording)! };
    });
    await store.save(heardOf("Song", song));
    await store.save(heardOf("Replaced", another));
    await store.save(heardOf("Removed", encoded));
    await replaceBytes(files, heardOf("Removed", encoded));

    await links.save(one, others);
    await links.save({ ...one, words: another }, []);
    await links.save({ ...one, recordingId: recordingOf("unknown") }, others);

    expect(await links.findLinked([idOf("Song"), idOf("Replaced")], 0)).toEqual([[], []]);
    expect(await links.countUncompared()).toBe(1);
  });

  it("links a recording under its digest once it is verified", async () => {
    const process = await openProcess();
    await process.store.save(heardOf("Song", song));
    await process.store.save(heardOf("Encoded", encoded));
    await process.finish();

    await process.store.verify(idOf("Encoded"), recordingOf("digest"));
    await process.finish();

    expect(await linkedTo(process, "Song")).toEqual([recordingOf("digest")]);
  });

  it("compares in the background what this or another process has stored", async () => {
    const process = await openProcess();
    const other = await openProcess();
    process.linking.start();
    await waitUntil(() => clock.sleeperCount === 1);

    await process.store.save(heardOf("Song", song));
    process.linking.wake();
    await waitUntil(async () => (await other.links.countUncompared()) === 0);
    await other.store.save(heardOf("Encoded", encoded));
    await waitUntil(() => clock.sleeperCount === 1);
    clock.advance(30_000);
    await waitUntil(async () => (await other.links.countUncompared()) === 0);
    await process.linking.close();

    expect(await linkedTo(other, "Song")).toEqual([idOf("Encoded")]);
  });
});
