import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const money = candidate("Pink Floyd", "Money");
const time = candidate("Pink Floyd", "Time");
const keyOf = ({ artist, trackName }: typeof money): string => trackKeyFrom(artist, trackName);
const values = { tempo: 120, key: 9, mode: 0, energy: 0.5, valence: 0.5, happy: 0.5, sad: 0.5 };

describe("Two servers on one database", () => {
  const analyzer = new FakeAnalyzer(values);
  const provider = new FakeProvider("library", [money, time]);
  let folder: string;
  let servers: readonly [ApplicationUnderTest, ApplicationUnderTest];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-servers-"));
    const environment = { DATABASE_URL: `sqlite:${join(folder, "overtone.db")}` };
    const open = (): Promise<ApplicationUnderTest> =>
      openApplicationUnderTest({ analyzer, providers: [provider] }, environment);
    servers = [await open(), await open()];
  });
  afterEach(async () => {
    for (const server of servers) await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const similarTo = async (server: ApplicationUnderTest, key: string): Promise<unknown[]> => {
    const weights = "weights.loudness=0&weights.voice=0&weights.appeal=0";
    const answer = await server.get(`/api/audio/tracks/${key}/similar?${weights}`);
    const { data } = (await answer.json()) as {
      data: readonly { track: { trackName: string }; similarity: number }[];
    };
    return data.map(({ track, similarity }) => [track.trackName, similarity]);
  };

  it("find each other's analyses at once", async () => {
    const [one, other] = servers;
    await one.get("/api/audio/search?track=Money");
    await one.get(`/api/audio/analysis/${keyOf(money)}`);
    const alone = [await similarTo(one, keyOf(money)), await similarTo(other, keyOf(money))];

    await other.get(`/api/audio/analysis/${keyOf(time)}`);
    const both = [await similarTo(one, keyOf(money)), await similarTo(other, keyOf(money))];

    expect(alone).toEqual([[], []]);
    expect(both).toEqual([[["Time", 1]], [["Time", 1]]]);
  });
});
