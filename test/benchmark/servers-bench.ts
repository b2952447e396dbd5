import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { offline } from "../application/offline.js";
import { requireFreshBuild } from "../build/fresh-build.js";
import { StandInMusicServer, type StandInSong } from "../fakes/stand-in-music-server.js";
import type { BenchOptions } from "./database/bench-database.js";
import { reportUse, runCommand } from "./library/run-command.js";

const SONGS = 100_000;

const SONGS_PER_ALBUM = 12;

/**
 * Lists of a music server with many songs, which a stand-in for it in this process sends: the first one, one without changes, and one after all
 * songs got other ids. Prints time, memory of the command, and requests; `--tracks` is the number of songs.
 */
export async function benchServers({ tracks = SONGS }: BenchOptions): Promise<void> {
  requireFreshBuild();
  const server = await StandInMusicServer.open(Array.from({ length: tracks }, madeUpSong));
  const data = await mkdtemp(join(tmpdir(), "overtone-servers-"));
  const music = await mkdtemp(join(tmpdir(), "overtone-music-"));
  try {
    const environment = { ...offline, DATA_DIR: data, LIBRARY_DIRS: music, LOG_LEVEL: "error" };
    const scan = async (what: string): Promise<void> => {
      server.calls.length = 0;
      reportUse(what, await runCommand(["scan"], environment), tracks);
      console.log(`    ${server.calls.length} requests`);
    };
    console.log(`A music server with ${tracks} songs:`);
    // It makes the database, which the command to add a server does not.
    await scan("no server");
    const words = ["server", "add", "home", server.url, "--user", server.user, "--pace", "100"];
    reportUse("added", await runCommand(words, environment, `${server.password}\n`), 0);
    await scan("first list");
    await scan("list without changes");
    server.renumber();
    await scan("list under other ids");
  } finally {
    await server.close();
    await rm(data, { recursive: true });
    await rm(music, { recursive: true });
  }
}

/** Returns a song as servers list it, without its audio, which nobody asks for here. */
function madeUpSong(_: unknown, index: number): StandInSong {
  const album = Math.floor(index / SONGS_PER_ALBUM);
  const artist = `Artist ${album % 997}`;
  const track = (index % SONGS_PER_ALBUM) + 1;
  const title = `Song ${index} of many words`;
  return {
    ...{ id: `id-${index}`, suffix: "flac", title, artist, album: `Album ${album}`, track },
    ...{ albumId: `al-${album}`, artistId: `ar-${album % 997}`, year: 1960 + (album % 60) },
    ...{ genre: "Rock", duration: 180, bitRate: 900, playCount: index % 7, discNumber: 1 },
    path: `${artist}/Album ${album}/${track} - ${title}.flac`,
    bytes: NO_AUDIO,
  };
}

const NO_AUDIO = new Uint8Array(1_000);
