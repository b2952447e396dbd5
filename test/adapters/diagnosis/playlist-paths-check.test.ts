import type { DatabaseInspection } from "../../../src/adapters/diagnosis/database-inspection.js";
import {
  playlistPathsCheck,
  type PlaylistPathsSettings,
} from "../../../src/adapters/diagnosis/playlist-paths-check.js";

const inspection = (addedFolders: readonly string[]): DatabaseInspection =>
  ({ addedFolders }) as unknown as DatabaseInspection;

const run = (
  settings: Partial<PlaylistPathsSettings>,
  inspect = () => Promise.resolve(inspection(["/added"])),
) => {
  const mappings = ["/music", "/added/jazz"].map((from) => ({ from, to: "/mnt" }));
  const playlistPaths = { areAbsolute: false, mappings };
  const defaults = { folders: ["/music/rock"], playlistFolder: "/lists", playlistPaths };
  const check = playlistPathsCheck({ ...defaults, ...settings }, inspect);
  return check.run(new AbortController().signal);
};

describe("The check of the paths of playlists", () => {
  it("is content where every mapping has a library folder in or around it", async () => {
    expect(await run({})).toEqual({ state: "ok", message: "mapped: 2" });
  });

  it("names a mapping that changes no path", async () => {
    const found = await run({ folders: ["/musical"] });

    expect(found).toMatchObject({ state: "warn", message: expect.stringMatching(/ \/music$/) });
  });

  it("warns where no playlists are written", async () => {
    expect(await run({ playlistFolder: undefined })).toMatchObject({
      state: "warn",
      message: "no playlists are written",
    });
  });

  it("leaves out added folders where the database cannot be read", async () => {
    const found = await run({}, () => Promise.reject(new Error("damaged")));

    expect(found).toMatchObject({ message: expect.stringMatching(/ \/added\/jazz$/) });
  });
});
