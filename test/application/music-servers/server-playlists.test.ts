import fc from "fast-check";
import { MusicServerNotFoundError } from "../../../src/domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import type {
  ServerPlaylist,
  ServerPlaylistParameters,
} from "../../../src/domain/music-server/server-playlist.js";
import { OPERATOR } from "../../../src/domain/playlist/playlist.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { compose } from "../../../src/composition/compose.js";
import { configFrom } from "../../../src/config/config.js";
import type { Application } from "../../../src/services/services.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import type { StandInPlaylist } from "../../fakes/music-servers/stand-in-playlists.js";
import type { StandInSong } from "../../fakes/stand-in-music-server.js";
import { waitUntil } from "../../wait-until.js";
import { offline } from "../offline.js";
import { playlistHistories, SONG_NUMBERS } from "./playlist-histories.js";
import { ben, playlistServerKinds, type PlaylistServer } from "./playlist-servers.js";

const home = parseMusicServerName("home");

const songOf = (number: number): StandInSong => ({
  id: `id-${number}`,
  bytes: taggedAiff({ TIT2: `Song ${number}`, TPE1: "Ann" }, undefined, number),
  ...{ suffix: "aiff", title: `Song ${number}`, artist: "Ann", album: "First" },
  path: `Ann/First/Song ${number}.aiff`,
});
const keyOf = (number: number): string => trackKeyFrom("Ann", `Song ${number}`);

describe.each(playlistServerKinds)("Playlists on a music server of $name", (kind) => {
  const { keeps } = kind;
  const mayBePublic = keeps.isPublic;
  /** As whom the user of the server has playlists there. */
  const owner = kind.server.user === null ? "secret" : "ann";
  /** Songs as the server keeps them. */
  const kept = (songIds: readonly string[]): readonly string[] =>
    keeps.repeats ? songIds : [...new Set(songIds)];
  /** What a reader of the server sees of a playlist. */
  const shown = ({ name, songIds, isPublic, comment }: StandInPlaylist) => ({
    ...{ name, songIds, isPublic, comment },
  });
  let server: PlaylistServer;
  /** Without the background work of a server, so that a playlist is sent where a test says so. */
  let application: Application;
  let logger: RecordingLogger;
  let count = 0;

  beforeAll(async () => {
    server = await kind.open(SONG_NUMBERS.map(songOf));
    logger = new RecordingLogger();
    const folders = { LIBRARY_DIRS: await musicFolder(), DATA_DIR: await musicFolder() };
    application = await compose(
      configFrom({ ...offline, ...folders, DATABASE_URL: "sqlite::memory:" }),
      { logger, analyzer: new FakeAnalyzer(), ...inProcessReaders() },
    );
    application.startJobs();
    const { musicServers, library, libraryAnalysis } = application.services;
    const { url } = server;
    await musicServers.add(addedMusicServer({ url, requestsPerSecond: 1_000, ...kind.server }));
    await library.scanAll();
    libraryAnalysis.wake();
    await libraryAnalysis.finish(new AbortController().signal);
  });
  afterAll(async () => {
    await application.close();
    await server.close();
    await removeMusicFolders();
  });
  beforeEach(() => {
    server.playlists.clear();
    server.intercept = undefined;
  });
  afterEach(async () => {
    const { playlists, serverPlaylists } = application.services;
    for (const { id } of await playlists.list()) await playlists.remove(undefined, id);
    await serverPlaylists.sendAfterScan();
  });

  /** Creates a playlist, and returns its id. */
  async function create(...numbers: readonly number[]): Promise<string> {
    const wanted = { name: `Calm ${++count}`, note: "By the sea", tracks: numbers.map(keyOf) };
    return (await application.services.playlists.create(OPERATOR, wanted)).id;
  }
  async function rename(id: string, name: string): Promise<void> {
    const { revision } = await application.services.playlists.get(undefined, id);
    await application.services.playlists.edit(undefined, id, { revision, name });
  }
  const keep = (id: string, wanted: ServerPlaylistParameters = {}): Promise<ServerPlaylist> =>
    application.services.serverPlaylists.keep(undefined, id, home, wanted);
  const send = (id: string, signal?: AbortSignal): Promise<ServerPlaylist | undefined> =>
    application.services.serverPlaylists.send({ playlistId: id, server: home }, signal);
  const takeBack = (id: string): Promise<void> =>
    application.services.serverPlaylists.takeBack(undefined, id, home);
  const idsOf = (...numbers: readonly number[]): readonly string[] =>
    numbers.map((number) => server.songs[number - 1]!.id);

  it("are sent in their order, with their note, for all users where that is wanted", async () => {
    const id = await create(3, 1, 2);

    const wanted = await keep(id, { isPublic: mayBePublic });
    const sent = await send(id);

    const name = `Calm ${count}`;
    expect(wanted).toMatchObject({ state: "waiting", isDue: true });
    expect(sent).toMatchObject({ state: "sent", isDue: false, leftOut: 0, problem: null });
    expect(server.playlists.lists.map(shown)).toEqual([
      {
        ...{ name, songIds: idsOf(3, 1, 2), isPublic: mayBePublic },
        comment: keeps.note ? "By the sea" : "",
      },
    ]);
  });

  it("are updated in their place, and left as they are where nothing has changed", async () => {
    const id = await create(1, 2);
    await keep(id);
    await send(id);
    const [first] = server.playlists.lists;
    await application.services.playlists.change(undefined, id, {
      ...{ name: "Other", tracks: [keyOf(4), keyOf(4), keyOf(1)] },
    });

    await send(id);
    const after = server.playlists.lists;
    const before = server.changes().length;
    await send(id);

    expect(after).toEqual([
      { ...first, name: "Other", comment: "", songIds: kept(idsOf(4, 4, 1)), isPublic: false },
    ]);
    expect(before).toBeGreaterThan(0);
    expect(server.changes()).toHaveLength(before);
  });

  it("have all of many songs, in requests of a length that servers take", async () => {
    const many = Array.from({ length: 1_234 }, (_, index) => 1 + (index % SONG_NUMBERS.length));
    const id = await create(...many);
    await keep(id);

    await send(id);

    expect(server.playlists.lists[0]?.songIds).toEqual(kept(idsOf(...many)));
    expect(server.longestQuery()).toBeLessThan(8_000);
  });

  it("are left to whoever changes them there, and become others where they are wanted again", async () => {
    const id = await create(1, 2);
    await keep(id);
    await send(id);
    const [list] = server.playlists.lists;
    server.playlists.set(list!.id, { songIds: idsOf(1, 2, 6) });
    await rename(id, "Renamed");

    const changed = await send(id);
    const left = server.playlists.lists;
    await keep(id);
    const again = await send(id);

    expect(changed).toMatchObject({ state: "changed", problem: null });
    expect(left).toEqual([{ ...list, songIds: idsOf(1, 2, 6) }]);
    expect(again).toMatchObject({ state: "sent" });
    expect(server.playlists.lists.map(shown)).toMatchObject([
      { songIds: idsOf(1, 2, 6) },
      { name: "Renamed", songIds: idsOf(1, 2) },
    ]);
  });

  it("stay away where somebody has removed them there, until they are wanted again", async () => {
    const id = await create(1, 2);
    await keep(id);
    await send(id);
    server.playlists.clear();
    await rename(id, "Renamed");

    const removed = await send(id);
    const left = server.playlists.lists;
    await keep(id);
    await send(id);

    expect(removed).toMatchObject({ state: "removed" });
    expect(left).toEqual([]);
    expect(server.playlists.lists).toHaveLength(1);
  });

  it("are sent anew to a server with another database", async () => {
    const id = await create(1, 2);
    await keep(id);
    await send(id);
    server.playlists.clear();
    server.renumber();

    await application.services.library.scanAll();

    expect(server.playlists.lists.map(({ songIds }) => songIds)).toEqual([idsOf(1, 2)]);
  });

  it("are taken back where they are as they were sent, and where the playlist was deleted", async () => {
    const [taken, deleted, changed] = [await create(1), await create(2), await create(3)];
    for (const id of [taken, deleted, changed]) {
      await keep(id);
      await send(id);
    }
    const [, , theirs] = server.playlists.lists;
    server.playlists.set(theirs!.id, { name: "Mine" });

    await takeBack(taken);
    await takeBack(changed);
    const listed = await application.services.serverPlaylists.list(undefined, taken);
    await application.services.playlists.remove(undefined, deleted);
    await application.services.serverPlaylists.sendAfterScan();

    expect(listed).toEqual([]);
    expect(server.playlists.lists.map(({ name }) => name)).toEqual(["Mine"]);
    expect(await send(taken)).toBeUndefined();
  });

  it("return with a playlist whose deletion is undone", async () => {
    const id = await create(1);
    await keep(id);
    await send(id);
    await application.services.playlists.remove(undefined, id);
    await send(id);
    const without = server.playlists.lists;

    await application.services.playlists.undo(undefined, id);
    await send(id);

    expect(without).toEqual([]);
    expect(server.playlists.lists.map(({ songIds }) => songIds)).toEqual([idsOf(1)]);
  });

  (kind.hasFavourites ? it : it.skip)(
    "are favourites of the user where that is wanted, but for those that were some or are some no longer",
    async () => {
      server.playlists.favourites = idsOf(1, 6);
      const id = await create(1, 2, 3, 4);
      await keep(id, { kind: "favourites" });
      await send(id);
      const made = server.playlists.favourites;
      server.playlists.favourites = made.filter((songId) => songId !== idsOf(2)[0]);
      await application.services.playlists.change(undefined, id, {
        ...{ name: "Best", tracks: [1, 2, 5].map(keyOf) },
      });

      await send(id);
      const changed = server.playlists.favourites;
      await takeBack(id);
      await send(id);

      expect(new Set(made)).toEqual(new Set(idsOf(1, 2, 3, 4, 6)));
      expect(new Set(changed)).toEqual(new Set(idsOf(1, 5, 6)));
      expect(new Set(server.playlists.favourites)).toEqual(new Set(idsOf(1, 6)));
      expect(server.playlists.lists).toEqual([]);
    },
  );

  it("belong to another user who signs in, whose password is in no answer", async () => {
    const id = await create(1);
    try {
      await keep(id, kind.other);
      const other = server.letIn(ben);

      await send(id);

      expect(server.playlists.lists).toMatchObject([{ owner: other, songIds: idsOf(1) }]);
      if (kind.other.user !== undefined) {
        const refused = keep(id, { isPublic: true });
        await expect(refused).rejects.toThrow(InvalidInputError);
        await expect(refused).rejects.toThrow(/"user" cannot be changed: take the playlist back/);
      }
      await takeBack(id);
      await send(id);
      expect(server.playlists.lists).toEqual([]);
    } finally {
      server.letIn({ user: "ann", password: "secret" });
    }
  });

  it("say what is wrong, and are tried again", async () => {
    const id = await create(1);
    await keep(id);
    server.intercept = (response) => {
      response.writeHead(403).end();
      return true;
    };
    const failed = await send(id);
    server.intercept = undefined;

    const sent = await send(id);

    expect(failed).toMatchObject({
      state: "failed",
      problem: "The music server asks to sign in before its API is reached (status 403).",
    });
    expect(sent).toMatchObject({ state: "sent", problem: null });
    expect(logger.lines.map(({ message }) => message)).toContain("A playlist was not sent.");
  });

  it("are created once by a server that does not say what it has created", async () => {
    server.playlists.isSilent = true;
    const theirs = server.playlists.add({
      ...{ name: `Calm ${count + 1}`, owner, comment: "", isPublic: false },
      songIds: idsOf(6),
    });
    const id = await create(1);
    await keep(id);

    await send(id).finally(() => (server.playlists.isSilent = false));

    expect(server.playlists.find(theirs.id)?.songIds).toEqual(idsOf(6));
    expect(server.playlists.lists.map(({ songIds }) => songIds)).toEqual([idsOf(6), idsOf(1)]);
  });

  it("are none of unknown servers and playlists, and nothing else than they were", async () => {
    const id = await create(1);
    const { serverPlaylists } = application.services;
    const nas = parseMusicServerName("nas");
    await keep(id);

    await expect(serverPlaylists.keep(undefined, id, nas, {})).rejects.toThrow(
      MusicServerNotFoundError,
    );
    await expect(serverPlaylists.takeBack(undefined, id, nas)).rejects.toThrow(/There are "home"/);
    await expect(keep(id, { kind: "favourites" })).rejects.toThrow(/"kind" cannot be /);
    await expect(serverPlaylists.list("another owner", id)).rejects.toThrow(/pl_/);
  });

  /** Sends a playlist, and lets the connection break at a request, before or after the server has done what it asks for. */
  async function sendBroken(id: string, after: number, isAnswered: boolean): Promise<void> {
    let calls = 0;
    const stopping = new AbortController();
    server.intercept = (response, perform) => {
      if (calls++ < after) return false;
      if (isAnswered) perform();
      stopping.abort(new Error("killed"));
      response.destroy();
      return true;
    };
    await send(id, stopping.signal).catch((error: unknown) => {
      if (error !== stopping.signal.reason) throw error;
    });
    server.intercept = undefined;
  }

  it("are after any history what they are here, and nothing of anybody else has changed", async () => {
    await fc.assert(
      fc.asyncProperty(playlistHistories, async (history) => {
        server.playlists.clear();
        const id = await create(1, 2);
        let isPublic = false;
        let numbers: readonly number[] = [1, 2];
        await keep(id);
        /** The playlists of others, as they left them. */
        const theirs = new Map<string, StandInPlaylist>();
        const touch = (list: StandInPlaylist, parts: Partial<StandInPlaylist>): void => {
          server.playlists.set(list.id, parts);
          theirs.set(list.id, { ...list, ...parts });
        };
        const ours = (): readonly StandInPlaylist[] =>
          server.playlists.lists.filter((list) => !theirs.has(list.id));
        for (const step of history) {
          switch (step.kind) {
            case "change": {
              ({ numbers } = step);
              const name = step.isRenamed ? `Calm ${++count}` : undefined;
              const before = await application.services.playlists.get(undefined, id);
              await application.services.playlists.change(undefined, id, {
                name: name ?? before.name,
                tracks: step.numbers.map(keyOf),
              });
              break;
            }
            case "public":
              isPublic = step.isPublic && mayBePublic;
              await keep(id, { isPublic });
              break;
            case "touch":
              for (const list of ours()) {
                touch(
                  list,
                  step.isRenamed ? { name: "Theirs" } : { songIds: [...list.songIds, "foreign"] },
                );
              }
              break;
            case "theirs": {
              const { name } = await application.services.playlists.get(undefined, id);
              const list = server.playlists.add({
                ...{ name, owner, comment: "", isPublic: false, songIds: ["foreign"] },
              });
              theirs.set(list.id, list);
              break;
            }
            case "send":
              await send(id);
              break;
            case "broken":
              await sendBroken(id, step.after, step.isAnswered);
              break;
            case "again":
              await keep(id, { isPublic });
              await send(id);
          }
        }
        await send(id);
        await keep(id, { isPublic });

        const sent = await send(id);

        const playlist = await application.services.playlists.get(undefined, id);
        expect(sent).toMatchObject({ state: "sent", leftOut: 0 });
        expect(ours()).toMatchObject([{ name: playlist.name, isPublic }]);
        expect(ours()[0]?.songIds).toEqual(kept(idsOf(...numbers)));
        for (const list of theirs.values()) expect(server.playlists.find(list.id)).toEqual(list);
        await application.services.playlists.remove(undefined, id);
        await send(id);
        expect(ours()).toEqual([]);
      }),
      { numRuns: kind.historyCount },
    );
  });

  // The same for all kinds.
  (kind === playlistServerKinds[0] ? it : it.skip)(
    "are sent in the background within seconds after they have changed",
    async () => {
      // The last test, because what the others send would be sent by the background, too.
      application.services.serverPlaylists.start();
      const id = await create(1);
      await keep(id);
      await waitUntil(() => server.playlists.lists.length === 1);

      await application.services.playlists.change(undefined, id, {
        ...{ name: "Changed", tracks: [keyOf(2)] },
      });

      // The name comes first, and then the songs.
      await waitUntil(() => server.playlists.lists[0]?.songIds.join() === idsOf(2).join());
      expect(server.playlists.lists.map(({ name }) => name)).toEqual(["Changed"]);
    },
  );
});
