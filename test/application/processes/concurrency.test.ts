import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

const trackKey = trackKeyFrom("Overtone", "Slow Waltz");
/** How long a request waits for an analysis, in milliseconds. */
const WAIT_LIMIT_MS = 12_345;
const path = `/api/audio/analysis/${trackKey}?artist=Overtone&track=Slow+Waltz`;

describe("Two hundred requests at once for one unanalysed key", () => {
  const analyzer = new FakeAnalyzer({ tempo: 90 });
  const provider = new FakeProvider("library", [candidate("Overtone", "Slow Waltz")]);
  const clock = new ManualClock();
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest(
      { analyzer, clock, providers: [provider] },
      { RATE_LIMIT_PER_SECOND: "50", ANALYSIS_WAIT_MS: String(WAIT_LIMIT_MS) },
    );
  });

  afterAll(() => application.close());

  it("run one search and one analysis and all receive it, whatever the rate limit of the key", async () => {
    const release = analyzer.hold();
    const asking = Array.from({ length: 200 }, () => application.get(path));
    await waitUntil(() => clock.sleeperCountOf(WAIT_LIMIT_MS) >= 200);

    release();
    const responses = await Promise.all(asking);

    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0]!)).toMatchObject({ data: { trackKey, tempo: 90 } });
    expect(analyzer.received).toHaveLength(1);
    expect(provider.queries).toHaveLength(1);
  });
});
