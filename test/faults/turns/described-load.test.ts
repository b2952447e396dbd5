import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../../application/application-under-test.js";
import { FakeProvider, candidate } from "../../fakes/fake-provider.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { madeTrack } from "../music.js";
import {
  graphqlLoads,
  restLoads,
  send,
  type DescribedLoad,
  type LibrarySample,
} from "./described-load.js";
import { turnExceptions } from "./turn-exceptions.js";
import { scopes } from "../../../src/domain/api-key.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";

const sample: LibrarySample = {
  trackKeys: [trackKeyFrom("Ann", "One"), trackKeyFrom("Ann", "Two")],
  recordingId: recordingOf("One"),
  artist: "Ann",
  trackName: "One",
  audio: Uint8Array.from(madeTrack(1).bytes),
};

/** Statuses that say that a request was understood: done, or refused for what the library has. */
const UNDERSTOOD = [200, 201, 202, 204, 304, 404, 409, 410, 422];

/** Requests that cannot be understood without what another machine or a person has. */
const UNKNOWN_HERE: Readonly<Record<string, string>> = {
  openSession: "needs a link that was not used",
  getSession: "needs a session",
  endSession: "needs a session",
};

describe("The requests whose turns are measured", () => {
  const provider = new FakeProvider("library");
  const analyzer = new FakeAnalyzer();
  let application: ApplicationUnderTest;
  let token: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-turns-"));
    application = await openApplicationUnderTest(
      { providers: [provider], analyzer },
      { PLAYLIST_DIR: folder },
    );
    const { access } = application.services;
    ({ token } = await access.issue({ name: "turns", scopes }));
    for (const track of ["One", "Two"]) {
      provider.replyWith([candidate("Ann", track)]);
      analyzer.answerWith({ recordingId: recordingOf(track), energy: 0.5 });
      await application.get(
        `/api/audio/analysis/${trackKeyFrom("Ann", track)}?artist=Ann&track=${track}`,
      );
    }
  });
  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  const answerTo = (load: DescribedLoad) => send({ url: application.url, token }, load, 300);

  it.each([...restLoads(sample)])("are understood over REST: $name", async (load) => {
    const { status, text } = await answerTo(load);

    if ((load.name.split(" ")[0] ?? "") in UNKNOWN_HERE) expect(status).toBeLessThan(500);
    else
      expect([UNDERSTOOD.includes(status), status, text.slice(0, 300)]).toEqual([
        true,
        status,
        expect.anything(),
      ]);
  });

  it.each([...graphqlLoads(sample)])("are executed over GraphQL: $name", async (load) => {
    const { status, text } = await answerTo(load);

    expect([status, text.slice(0, 500)]).toEqual([200, expect.stringContaining("data")]);
    expect(text).not.toMatch(
      /GRAPHQL_VALIDATION_FAILED|GRAPHQL_PARSE_FAILED|BAD_USER_INPUT|TOO_COSTLY|TOO_COMPLEX/,
    );
  });

  it("are those that have exceptions", () => {
    const names = [...restLoads(sample), ...graphqlLoads(sample)].map(({ name }) => name);

    expect(
      Object.keys(turnExceptions).filter((name) => !names.includes(name) && name !== "start"),
    ).toEqual([]);
  });
});
