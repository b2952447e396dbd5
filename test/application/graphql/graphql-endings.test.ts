import type { AudioAnalysis } from "../../../src/domain/analysis/analysis.js";
import type { SearchQuery } from "../../../src/domain/track/search-query.js";
import type { CandidatePage } from "../../../src/domain/track/track.js";
import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import type { MetadataProvider } from "../../../src/ports/metadata/metadata-provider.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { AnalysisDocument, SearchDocument } from "../../generated/operations.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest } from "../application-under-test.js";

/** A provider that does not reply until the client has disconnected. */
class SilentProvider implements MetadataProvider {
  readonly name = "silent";
  readonly isCacheable = false;
  readonly whenRequested: Promise<void>;
  readonly left: Promise<void>;
  #onRequest: () => void = () => undefined;
  #onLeft: () => void = () => undefined;

  constructor() {
    this.whenRequested = new Promise((resolve) => (this.#onRequest = resolve));
    this.left = new Promise((resolve) => (this.#onLeft = resolve));
  }

  searchTracks(_query: SearchQuery, signal: AbortSignal): Promise<CandidatePage> {
    this.#onRequest();
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        reject(signal.reason as Error);
        this.#onLeft();
      });
    });
  }
}

/** An analyzer that announces when it has begun. */
class AnnouncingAnalyzer extends FakeAnalyzer {
  readonly begun: Promise<void>;
  #onBegun: () => void = () => undefined;

  constructor() {
    super({ tempo: 120 });
    this.begun = new Promise((resolve) => (this.#onBegun = resolve));
  }

  override analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis> {
    this.#onBegun();
    return super.analyze(audio, signal);
  }
}

describe("A GraphQL request", () => {
  it("stops its work when the client disconnects, without an error", async () => {
    const provider = new SilentProvider();
    const application = await openApplicationUnderTest({ providers: [provider] });
    const client = new AbortController();
    const answer = fetch(`${application.url}/graphql`, {
      method: "POST",
      signal: client.signal,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${application.token}`,
      },
      body: JSON.stringify({ query: '{ search(track: "a") { unavailableProviders } }' }),
    });
    await provider.whenRequested;

    client.abort();
    await expect(answer).rejects.toThrow();
    await provider.left;
    await application.close();

    expect(application.logger.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("receives the state of its track when the server closes meanwhile", async () => {
    const analyzer = new AnnouncingAnalyzer();
    const provider = new FakeProvider("library", [candidate("Pink Floyd", "Money")]);
    const application = await openApplicationUnderTest({ analyzer, providers: [provider] });
    await askGraphql(application, SearchDocument, { track: "Money" });
    const release = analyzer.hold();
    const answer = askGraphql(application, AnalysisDocument, { by: { key: "bc24aaa5a97c70ed" } });
    await analyzer.begun;

    const closed = application.close();
    release();

    expect((await answer).data.analysis).toMatchObject({
      __typename: "AnalysisPending",
      state: "PROCESSING",
    });
    await expect(closed).resolves.toBeUndefined();
  });
});
