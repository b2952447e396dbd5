import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlPlaylistStore } from "../../../src/adapters/storage/playlists/sql-playlist-store.js";
import { PlaylistChangedError } from "../../../src/domain/errors/request-errors.js";
import { OPERATOR, type Playlist } from "../../../src/domain/playlist/playlist.js";
import type { RevisedPlaylist } from "../../../src/ports/playlists/playlist-store.js";
import { PlaylistRows } from "../../../src/services/playlists/playlist-rows.js";
import {
  MAX_PLAYLISTS,
  PlaylistService,
} from "../../../src/services/playlists/playlist-service.js";
import { ManualClock } from "../../fakes/manual-clock.js";

/** What no change of these tests asks for. */
const unused = {} as never;

describe("The service of playlists", () => {
  let database: Database;
  let store: ContestedStore;
  let service: PlaylistService;

  /** A store in which another server changes a playlist before each of some changes. */
  class ContestedStore extends SqlPlaylistStore {
    contests = 0;

    override async change(playlist: RevisedPlaylist) {
      if (this.contests-- > 0) await super.change({ ...playlist, note: "of another server" });
      return super.change(playlist);
    }
  }

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    store = new ContestedStore({ database });
    const clock = new ManualClock();
    let count = 0;
    const rows = new PlaylistRows({
      ...{ store, clock, analyses: unused, analysed: unused, tracks: unused, found: unused },
    });
    service = new PlaylistService({
      ...{ store, rows, clock, analysed: unused, hasFolder: false },
      random: { hex: () => (count++).toString(16).padStart(16, "0") },
    });
  });
  afterEach(() => database.close());

  const create = (name: string): Promise<Playlist> => service.create(OPERATOR, { name });

  it("makes a change that states no revision after those that came between", async () => {
    const { id } = await create("Contested");
    store.contests = 2;

    const changed = await service.change(OPERATOR, id, { name: "Changed" });

    expect(changed).toMatchObject({ name: "Changed", note: "", revision: 4 });
    expect(await service.get(OPERATOR, id)).toEqual(changed);
  });

  it("gives up such a change where others always come between", async () => {
    const { id } = await create("Contested");
    store.contests = Infinity;

    const changing = service.change(OPERATOR, id, { name: "Changed" });

    await expect(changing).rejects.toThrow(PlaylistChangedError);
    expect(await service.get(OPERATOR, id)).toMatchObject({ note: "of another server" });
  });

  it("gives up a change at once that states a revision, also where another comes at the last moment", async () => {
    const { id } = await create("Contested");
    store.contests = 1;

    const editing = service.edit(OPERATOR, id, { revision: 1, name: "Changed" });

    await expect(editing).rejects.toMatchObject({ facts: { id, revision: 2 } });
    expect((await service.get(OPERATOR, id)).revision).toBe(2);
  });

  it("keeps no more playlists of an owner than the maximum, copies and restored ones included", async () => {
    const { id: removed } = await create("Removed");
    await service.remove(OPERATOR, removed);
    const kept: Playlist[] = [];
    for (let number = 0; number < MAX_PLAYLISTS; number++) kept.push(await create(`No. ${number}`));

    const refused = "there are 200 playlists, the maximum";
    await expect(create("One more")).rejects.toThrow(refused);
    await expect(service.duplicate(OPERATOR, kept[0]!.id)).rejects.toThrow(refused);
    await expect(service.undo(OPERATOR, removed)).rejects.toThrow(refused);
    expect(await service.list(OPERATOR)).toHaveLength(MAX_PLAYLISTS);
  });

  it("names copies by the first number that is free, within the maximum length", async () => {
    const long = await create("x".repeat(200));
    const { id } = await create("Calm");
    await create("Calm (2)");

    const copies = [await service.duplicate(OPERATOR, id), await service.duplicate(OPERATOR, id)];
    const cut = await service.duplicate(OPERATOR, long.id);

    expect(copies.map(({ name }) => name)).toEqual(["Calm (3)", "Calm (4)"]);
    expect(cut.name).toBe(`${"x".repeat(196)} (2)`);
  });
});
