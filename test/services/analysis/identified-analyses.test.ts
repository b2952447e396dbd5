import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { TrackId } from "../../../src/domain/track/track-id.js";
import type { Isrc, TrackCandidate } from "../../../src/domain/track/track.js";
import type { TrackDirectory } from "../../../src/ports/metadata/track-directory.js";
import { IdentifiedAnalyses } from "../../../src/services/analysis/identified-analyses.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { libraryFile } from "../../fakes/memory-library-store.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { candidate } from "../../fakes/fake-provider.js";
import { openAnalysisService, trackKey, waitOptions, waltz } from "./opened-analysis-service.js";

const idOf = (deezerId: string): TrackId => ({ kind: "deezer", deezerId });
const noWait = { ...waitOptions, waitSeconds: 0 };
const answers: Readonly<Record<string, readonly TrackCandidate[] | Error>> = {
  "1": [candidate("Overtone", "March")],
  "2": [candidate("Overtone", "Polka"), candidate("Overtone", "Slow Waltz")],
  "3": [candidate("Overtone", "Reel"), candidate("Overtone", "Jig")],
  "4": new ProviderUnavailableError("directory"),
};
const directory: TrackDirectory = {
  name: "directory",
  isCacheable: false,
  knows: (kind) => kind === "deezer",
  find: (id) => {
    const answer = (id.kind === "deezer" && answers[id.deezerId]) || [];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  },
};

/** Titles and ISRCs in the tags of analysed files. */
const tagged = [
  ["Same", "GBN9Y1100088"],
  ["Same", "GBN9Y1100089"],
] as const;

describe("The analysis of a track by its id", () => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close.splice(0)) await end();
  });

  /** Opens the service; the waltz is analysed already. */
  async function open() {
    const opened = await openAnalysisService(close);
    await opened.cache.saveTracks([waltz]);
    await opened.service.request({ trackKey }, waitOptions);
    const lookup = opened.lookupIn(directory);
    const { store, files } = opened;
    for (const [title, isrc] of tagged) {
      const recordingId = recordingOf(isrc);
      const tags = { relativePath: isrc, isrc: isrc as Isrc, recordingId };
      await store.save({ ...analysisOf("Ann", title), recordingId });
      await files.save([libraryFile("Ann", title, tags)]);
    }
    return new IdentifiedAnalyses({ lookup, analyses: opened.service });
  }
  const keyOf = (title: string): string => trackKeyFrom("Overtone", title);

  it.each([
    ["its key", { kind: "trackKey", trackKey } as const, "Slow Waltz"],
    ["the id of one track", idOf("1"), "March"],
    ["the id of several, of which one is analysed", idOf("2"), "Slow Waltz"],
    ["the id of several, of which none is analysed", idOf("3"), "Reel"],
  ])("is that of %s", async (_what, id, title) => {
    const analyses = await open();

    const state = await analyses.request(id, waitOptions);

    expect(state).toMatchObject({ state: "ready", analysis: { trackKey: keyOf(title) } });
  });

  it("is that of the file whose tags have the id, where another recording has the same name", async () => {
    const analyses = await open();

    const states = await analyses.requestMany(
      tagged.map(([, isrc]) => ({ kind: "isrc", isrc: isrc as Isrc })),
      waitOptions,
    );

    expect(states).toMatchObject(
      tagged.map(([, isrc]) => ({
        state: "ready",
        analysis: { recordingId: recordingOf(isrc) },
      })),
    );
  });

  it("is an error where no track has the id, or no directory could look it up", async () => {
    const analyses = await open();

    const unknown = analyses.request(idOf("9"), waitOptions);
    await expect(unknown).rejects.toMatchObject({ code: "TRACK_NOT_FOUND" });

    const unavailable = analyses.request(idOf("4"), waitOptions);
    await expect(unavailable).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
  });

  it("is one of many in the order of their ids, with a failure in its place", async () => {
    const analyses = await open();
    const ids = ["9", "1", "4", "2", "1"].map(idOf);

    const states = await analyses.requestMany(ids, waitOptions);

    expect(states).toMatchObject([
      { state: "failed", error: { code: "TRACK_NOT_FOUND" } },
      { state: "ready", analysis: { trackKey: keyOf("March") } },
      { state: "failed", error: { code: "PROVIDER_UNAVAILABLE" } },
      { state: "ready", analysis: { trackKey } },
      { state: "ready", analysis: { trackKey: keyOf("March") } },
    ]);
  });

  it("is requested no further by a client that has left", async () => {
    const analyses = await open();
    const left = AbortSignal.abort(new Error("The client has left."));

    const requesting = analyses.requestMany([idOf("4")], { ...noWait, signal: left });

    await expect(requesting).rejects.toThrow("The client has left.");
  });
});
