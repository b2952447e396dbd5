import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { demoPiece, encodedAgain } from "./encoded-again.js";

const NEVER = new AbortController().signal;
interface Named {
  readonly trackName: string;
}

interface Recorded extends Named {
  readonly recordingId: string;
}

interface Similar {
  readonly similar: readonly { readonly track: Named }[];
}

interface Listed {
  readonly one: Similar;
  readonly all: Similar;
  readonly listed: { readonly totalCount: number };
}

interface Same {
  readonly track: Recorded;
  readonly score: number;
  readonly offsetSeconds: number;
  readonly share: number;
}

describe("Two encodings of one performance, and another recording with the name of one", () => {
  const analyzer = new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread });
  const waltz = "Overtone - Slow Waltz.ogg";
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const folder = await musicFolder({
      "waltz.ogg": await demoPiece(waltz),
      "again.aiff": await encodedAgain(waltz, "Slow Waltz (Vinyl)"),
      "live.aiff": await encodedAgain("Pavel Orlík - Carousel.ogg", "Slow Waltz"),
      "floor.mp3": await demoPiece("Overtone - Four on the Floor.mp3"),
    });
    application = await openApplicationUnderTest(
      { analyzer, sources: undefined, providers: undefined },
      { LIBRARY_DIRS: folder },
    );
    const { library, libraryAnalysis, performanceLinking } = application.services;
    await library.scanAll();
    await libraryAnalysis.finish(NEVER);
    await performanceLinking.finish(NEVER, () => undefined);
  });
  afterAll(async () => {
    await application.close();
    await removeMusicFolders();
  });

  const rest = async <Data>(path: string): Promise<Data> =>
    ((await (await application.get(`/api/audio/${path}`)).json()) as { data: Data }).data;

  const recordingOf = async (trackName: string): Promise<string> => {
    const key = trackKeyFrom("Overtone", trackName);
    const answer = await application.get(`/api/audio/analysis/${key}`);
    type Analysed = { recording: { recordingId: string } };
    return ((await answer.json()) as Analysed).recording.recordingId;
  };

  it("are found by each other with score and offset over REST and GraphQL, and the other is not", async () => {
    const again = await recordingOf("Slow Waltz (Vinyl)");

    const same = await rest<readonly Same[]>(`recordings/${again}/same`);
    const { data } = await askGraphql<
      { recording: { samePerformance: readonly Same[] } },
      Record<string, unknown>
    >(
      application,
      `query ($id: ID!) { recording(id: $id) {
        samePerformance { track { trackName recordingId } score offsetSeconds share } } }`,
      { id: again },
    );

    expect(same).toHaveLength(1);
    expect(same[0]!.track.trackName).toBe("Slow Waltz");
    expect(same[0]!.score).toBeGreaterThan(0.9);
    expect(same[0]!.share).toBeGreaterThan(0.9);
    expect(Math.abs(same[0]!.offsetSeconds)).toBeLessThan(0.13);
    const { track, ...link } = same[0]!;
    const { trackName, recordingId } = track;
    expect(data.recording.samePerformance).toEqual([
      { track: { trackName, recordingId }, ...link },
    ]);
    const back = await rest<readonly Same[]>(`recordings/${recordingId}/same`);
    expect(back.map((one) => one.track.recordingId)).toEqual([again]);
  });

  it("are one of what is similar or in a mix, both where asked or listed, and names merge nothing", async () => {
    const floor = await recordingOf("Four on the Floor");
    const titles = (tracks: readonly Named[]): string[] =>
      tracks.map((one) => one.trackName).sort();
    const similarTo = async (query: string): Promise<string[]> => {
      const found = await rest<readonly { track: Named }[]>(`tracks/${floor}/similar?${query}`);
      return titles(found.map(({ track }) => track));
    };

    const similar = await similarTo("");
    const uncollapsed = await similarTo("collapse=none");
    const { data } = await askGraphql<Listed, Record<string, unknown>>(
      application,
      `query ($id: String!) {
        one: track(by: { id: $id }) { similar { track { trackName } } }
        all: track(by: { id: $id }) { similar(collapse: NONE) { track { trackName } } }
        listed: tracks(collapse: PERFORMANCE) { totalCount edges { node { trackName } } }
      }`,
      { id: floor },
    );
    const listed = await rest<readonly Named[]>("tracks");
    const collapsed = await rest<readonly Named[]>("tracks?collapse=performance");
    const exported = await application.get("/api/audio/tracks", { accept: "text/csv" });
    const exportedOnce = await application.get("/api/audio/tracks?collapse=performance", {
      accept: "text/csv",
    });
    const wrong = await application.get("/api/audio/tracks?collapse=names");

    const waltzes = ["Slow Waltz", "Slow Waltz", "Slow Waltz (Vinyl)"];
    expect(uncollapsed).toEqual(waltzes);
    expect(similar).toHaveLength(2);
    expect(similar).toContain("Slow Waltz");
    expect(titles(data.one.similar.map(({ track }) => track))).toEqual(similar);
    expect(titles(data.all.similar.map(({ track }) => track))).toEqual(waltzes);
    expect(titles(listed)).toEqual(["Four on the Floor", ...waltzes]);
    expect(titles(collapsed)).toHaveLength(3);
    expect(data.listed.totalCount).toBe(3);
    expect((await exported.text()).trim().split("\n")).toHaveLength(5);
    expect((await exportedOnce.text()).trim().split("\n")).toHaveLength(4);
    expect(wrong.status).toBe(400);
  });
});
