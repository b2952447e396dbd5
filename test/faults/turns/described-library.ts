import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../../application/application-under-test.js";
import { scopes } from "../../../src/domain/api-key.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeProvider, candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { madeTrack } from "../music.js";
import {
  graphqlLoads,
  restLoads,
  type DescribedLoad,
  type LibrarySample,
} from "./described-load.js";

/** What requests are made of, but for the playlist, which each library has under an id of its own. */
const sampleWith = (playlistId: string, rowsId: string): LibrarySample => ({
  playlistId,
  rows: { id: rowsId, revision: 1 },
  trackKeys: [trackKeyFrom("Ann", "One"), trackKeyFrom("Ann", "Two")],
  recordingId: recordingOf("One"),
  artist: "Ann",
  trackName: "One",
  audio: Uint8Array.from(madeTrack(1).bytes),
});

/** The names of all requests. */
export const describedNames = {
  rest: restLoads(sampleWith("", "")).map(({ name }) => name),
  graphql: graphqlLoads(sampleWith("", "")).map(({ name }) => name),
};

/** An application with two analysed tracks and a playlist, and a key that may do everything. */
export interface DescribedLibrary {
  readonly application: ApplicationUnderTest;
  readonly url: string;
  readonly token: string;
  /** Returns a request by its name. */
  readonly loadNamed: (name: string) => DescribedLoad;
  close(): Promise<void>;
}

export async function openDescribedLibrary(
  given: Parameters<typeof openApplicationUnderTest>[0] = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<DescribedLibrary> {
  const provider = new FakeProvider("library");
  const analyzer = new FakeAnalyzer();
  const folder = await mkdtemp(join(tmpdir(), "overtone-described-"));
  const application = await openApplicationUnderTest(
    { providers: [provider], analyzer, ...given },
    { PLAYLIST_DIR: folder, ...environment },
  );
  const { access, playlists } = application.services;
  const { token, apiKey } = await access.issue({ name: "described", scopes });
  for (const track of ["One", "Two"]) {
    provider.replyWith([candidate("Ann", track)]);
    analyzer.answerWith({ recordingId: recordingOf(track), energy: 0.5 });
    await application.get(
      `/api/audio/analysis/${trackKeyFrom("Ann", track)}?artist=Ann&track=${track}`,
    );
  }
  const { id } = await playlists.create(apiKey.lookup, {
    name: "Of a sample",
    seeds: sampleWith("", "").trackKeys,
  });
  const rows = await playlists.create(apiKey.lookup, {
    name: "With rows",
    tracks: sampleWith("", "").trackKeys,
  });
  const sample = sampleWith(id, rows.id);
  const loads = new Map(
    [...restLoads(sample), ...graphqlLoads(sample)].map((load) => [load.name, load]),
  );
  return {
    ...{ application, url: application.url, token },
    loadNamed: (name) => loads.get(name)!,
    async close() {
      await application.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
