import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../application/application-under-test.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../fakes/fake-provider.js";

/** The titles of the analysed tracks, in the order of their tempos: 100 to 104 beats per minute. */
export const analysedTitles = ["One", "Two", "Three", "Four", "Five"] as const;

/** Their keys. */
export const analysedKeys = analysedTitles.map((title) => trackKeyFrom("Ann", title));

/** The title of a track that searches find, too, and that is not analysed. */
export const unanalysedTitle = "Six";

/** Opens an application whose catalogue has the analysed tracks, and whose searches find all of them. */
export async function openWithAnalysedTracks(): Promise<ApplicationUnderTest> {
  const analyzer = new FakeAnalyzer();
  const provider = new FakeProvider("library");
  const application = await openApplicationUnderTest({ analyzer, providers: [provider] });
  for (const [n, title] of analysedTitles.entries()) {
    provider.replyWith([candidate("Ann", title)]);
    analyzer.answerWith({ tempo: 100 + n, key: 9, mode: 0, energy: 0.5, happy: 0.5 + n / 10 });
    await application.get(`/api/audio/analysis/${analysedKeys[n]!}?artist=Ann&track=${title}`);
  }
  provider.replyWith([...analysedTitles, unanalysedTitle].map((title) => candidate("Ann", title)));
  return application;
}
