import { SubsonicClient } from "../../../src/adapters/music-servers/opensubsonic/subsonic-client.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { MusicServerNotFoundError } from "../../../src/domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import {
  parseMusicServerName,
  type StoredMusicServer,
} from "../../../src/domain/music-server/music-server.js";
import type { MusicServerStore } from "../../../src/ports/music-servers/music-server-store.js";
import {
  MusicServerService,
  type AddedMusicServer,
} from "../../../src/services/music-servers/music-server-service.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { standInSongs } from "../../fakes/songs.js";
import { StandInMusicServer } from "../../fakes/stand-in-music-server.js";

const home = parseMusicServerName("home");

describe("Music servers", () => {
  let server: StandInMusicServer;
  let stored: readonly StoredMusicServer[];
  let forgotten: string[];
  let clock: ManualClock;
  let service: MusicServerService;

  beforeEach(async () => {
    server = await StandInMusicServer.open(standInSongs(2));
    stored = [];
    forgotten = [];
    clock = new ManualClock();
    const store: MusicServerStore = {
      save: (saved) => {
        stored = [...stored.filter(({ name }) => name !== saved.name), saved];
        return Promise.resolve();
      },
      list: () => Promise.resolve(stored),
      remove: (removed) => {
        stored = stored.filter(({ name }) => name !== removed);
        return Promise.resolve(true);
      },
    };
    const state = { isConfigured: true, isAdded: false, isPaused: false, away: [] };
    const own = { ...state, problem: "does not respond" };
    service = new MusicServerService({
      store,
      open: (one) => new SubsonicClient(one, { userAgent: "Test", clock: new SystemClock() }),
      library: {
        listFolders: () => Promise.resolve([{ ...own, folder: "server:home", fileCount: 2 }]),
        forgetFolder: (folder) => {
          forgotten.push(folder);
          return Promise.resolve(2);
        },
      },
      clock,
    });
  });
  afterEach(() => server.close());

  const added = (parts: Partial<AddedMusicServer> = {}): AddedMusicServer =>
    addedMusicServer({ url: server.url, ...parts });

  it("are stored after signing in, with how they take the password", async () => {
    server.isOld = true;

    const known = await service.add(added());

    const addedAt = clock.now();
    expect(stored).toEqual([{ ...added(), sendsPassword: true, addedAt }]);
    expect(known).toMatchObject({ name: "home", folder: "server:home", fileCount: 2, addedAt });
    expect(known).not.toHaveProperty("secret");
  });

  it("are not stored where they refuse the password", async () => {
    const adding = service.add(added({ secret: "wrong" }));

    await expect(adding).rejects.toThrow(InvalidInputError);
    await expect(adding).rejects.toThrow(
      /"url" leads to a server that does not accept the user or the password/,
    );
    expect(stored).toEqual([]);
  });

  it("keep the time when they were added, where they get another password", async () => {
    await service.add(added());
    const addedAt = clock.now();
    clock.advance(5_000);
    server.password = "new";

    await service.add(added({ secret: "new" }));

    expect(stored).toEqual([{ ...added({ secret: "new" }), sendsPassword: false, addedAt }]);
  });

  it("are listed with their songs and problems, and without passwords", async () => {
    await service.add(added());

    const [known] = await service.list();

    expect(known).toMatchObject({ url: server.url, fileCount: 2, problem: "does not respond" });
    expect(JSON.stringify(known)).not.toContain("secret");
  });

  it("are checked down to the bytes of a song", async () => {
    await service.add(added());

    const checked = await service.check(home);

    expect(checked).toEqual({ product: "stand-in", version: "1.0", isScanning: false });
    expect(server.callsOf("download")).toHaveLength(1);
  });

  it("are right without songs, and while they scan", async () => {
    await service.add(added());
    server.songs = [];
    server.isScanning = true;

    expect(await service.check(home)).toMatchObject({ isScanning: true });
  });

  it.each([
    ["a changed password", () => (server.password = "new"), /does not accept/],
    ["transcoded audio", () => (server.audio = { transcoded: Buffer.alloc(7) }), /transcodes/],
    ["a broken connection", () => (server.audio = { cutAfterBytes: 0 }), /breaks its audio off/],
  ])("are found wrong by a check: %s", async (_name, breakIt, problem) => {
    await service.add(added());
    breakIt();

    const { problem: found } = await service.check(home);

    expect(found).toMatch(problem);
  });

  it("are found wrong by a check where the password cannot be decrypted", async () => {
    await service.add(added());
    stored = stored.map((one) => ({ ...one, secret: null }));

    expect((await service.check(home)).problem).toMatch(/cannot be decrypted/);
  });

  it("are removed with their songs", async () => {
    await service.add(added());

    const count = await service.remove(home);

    expect([count, stored, forgotten]).toEqual([2, [], ["server:home"]]);
  });

  it("are known by their names only", async () => {
    await service.add(added());
    const other = parseMusicServerName("other");

    await expect(service.check(other)).rejects.toThrow(
      /No music server has the name "other".*"home"/,
    );
    await expect(service.remove(other)).rejects.toThrow(MusicServerNotFoundError);
  });
});
