import { musicServerCheck } from "../../../src/adapters/diagnosis/music-server-check.js";
import { DiskCalls } from "../../../src/adapters/files/disk-calls.js";
import { musicServerOpener } from "../../../src/adapters/music-servers/open-music-server.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { configFrom } from "../../../src/config/config.js";
import { neverAborted } from "../../../src/domain/abort-signals.js";
import type { FindingState } from "../../../src/domain/operations/finding.js";
import { tryMusicServer } from "../../../src/services/music-servers/music-server-trial.js";
import { standInSongs } from "../../fakes/songs.js";
import { StandInMusicServer } from "../../fakes/stand-in-music-server.js";

describe("The check of a music server of the setting", () => {
  let server: StandInMusicServer;

  beforeEach(async () => {
    server = await StandInMusicServer.open(standInSongs(1));
  });
  afterEach(() => server.close());

  /** Checks the server with what the variable of its password says. */
  async function findingWith(password?: string): Promise<FindingState> {
    const MUSIC_SERVERS = `home ${server.url} user=ann password-variable=HOME_PASSWORD`;
    const { musicServers } = configFrom({ MUSIC_SERVERS, HOME_PASSWORD: password });
    const open = musicServerOpener({ userAgent: "Test", clock: new SystemClock() });
    const check = musicServerCheck(musicServers.configured[0]!, {
      disk: new DiskCalls(),
      tryServer: (stored, signal) => tryMusicServer(stored, open, signal),
    });
    expect(check.what).toBe("music server home");
    return check.run(neverAborted());
  }

  it("passes where its songs can be listed and received", async () => {
    expect(await findingWith("secret")).toEqual({
      state: "ok",
      message: `stand-in 1.0 answers at ${server.url}`,
    });
    expect(server.callsOf("download")).toHaveLength(1);
  });

  it.each([
    ["its variable is not set", undefined, /in the variable HOME_PASSWORD, which is not set/],
    ["the password is wrong", "wrong", /does not accept the user or the password/],
  ])("fails where %s, and says what to change", async (_name, password, message) => {
    expect(await findingWith(password)).toEqual({
      state: "fail",
      message: expect.stringMatching(message) as unknown,
      advice: expect.stringContaining('"home" in MUSIC_SERVERS') as unknown,
    });
  });
});
