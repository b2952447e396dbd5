import type { ServerResponse } from "node:http";
import { MusicServerProblem } from "../../src/domain/music-server/music-server-problem.js";
import type { ListedSong } from "../../src/domain/music-server/song.js";
import { neverAborted } from "../../src/domain/abort-signals.js";
import type { AudioRest } from "../../src/ports/analysis/audio-stream.js";
import type { MusicServerClient } from "../../src/ports/music-servers/music-server-client.js";

/** A server with songs, and how to change it; made anew for each test. */
export interface ServedSongs {
  readonly client: MusicServerClient;
  /** The files of the songs, by their paths. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Makes a client that signs in with a wrong password, or a wrong key. */
  readonly stranger: () => MusicServerClient;
  /** Adds a song, as a scan of the server does. */
  readonly addSong: () => void;
  /** Gives every song another id. */
  readonly renumber: () => void;
  /** Cuts the connection after so many bytes of audio. */
  readonly cutAfter: (bytes: number) => void;
  /** Lets something else answer requests; those that it leaves, by returning `false`, are answered as before. */
  readonly intercept: (answer: (response: ServerResponse) => boolean) => void;
  /** Lets the server listen no longer. */
  readonly stop: () => Promise<void>;
}

const signal = neverAborted();

export async function allSongs(client: MusicServerClient): Promise<readonly ListedSong[]> {
  const songs: ListedSong[] = [];
  for await (const page of client.list(signal)) songs.push(...page);
  return songs;
}

export async function bytesOf(
  client: MusicServerClient,
  id: string,
  rest?: AudioRest,
): Promise<Uint8Array | undefined> {
  const stream = await client.open(id, rest, signal);
  if (stream === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The contract of every MusicServerClient. */
export function describeMusicServerClient(
  name: string,
  open: (songCount: number) => Promise<ServedSongs>,
): void {
  describe(`${name} as a MusicServerClient`, () => {
    it("signs in, and says which program the server is", async () => {
      const { client } = await open(1);

      const about = await client.check(signal);

      expect(about.product).toEqual(expect.any(String));
    });

    it("says that a wrong password or key is refused", async () => {
      const { stranger } = await open(1);

      const checked = stranger().check(signal);

      await expect(checked).rejects.toMatchObject({ kind: "refused" });
      await expect(checked).rejects.toThrow(/does not accept the (?:user or the password|token)/);
    });

    it("lists every song of a library of several pages once, with path, size and tags", async () => {
      const { client, files } = await open(1_203);

      const songs = await allSongs(client);

      const sizes = songs.map(({ path, sizeBytes }) => [path, sizeBytes] as const);
      expect(new Map(sizes)).toEqual(
        new Map([...files].map(([path, file]) => [path, file.length])),
      );
      expect(songs).toHaveLength(1_203);
      expect(songs[0]).toMatchObject({
        suffix: "flac",
        tags: { artist: "Ann", trackName: "Song 1", album: "First", trackNumber: 1 },
      });
    });

    it("lists nothing of a server without songs", async () => {
      const { client } = await open(0);

      expect(await allSongs(client)).toEqual([]);
    });

    it("finds a song by its id, and none by an unknown one", async () => {
      const { client } = await open(2);
      const [, second] = await allSongs(client);

      expect(await client.find(second!.id, signal)).toEqual(second);
      expect(await client.find("no such id", signal)).toBeUndefined();
    });

    it("has the same stamp until songs are added", async () => {
      const { client, addSong } = await open(2);
      const before = await client.state(signal);
      const unchanged = await client.state(signal);

      addSong();

      const after = await client.state(signal);
      expect(unchanged).toEqual(before);
      expect(before.isScanning).toBe(false);
      expect(after.stamp).not.toBe(before.stamp);
    });

    it("opens a file byte for byte, and none of an unknown id", async () => {
      const { client, files } = await open(2);
      const [first] = await allSongs(client);

      expect(await bytesOf(client, first!.id)).toEqual(files.get(first!.path!));
      expect(await bytesOf(client, "no such id")).toBeUndefined();
    });

    it("opens the rest of a file, and all of it where the version is another one", async () => {
      const { client, files } = await open(1);
      const [song] = await allSongs(client);
      const whole = files.get(song!.path!)!;
      const { tag = "" } = (await client.open(song!.id, undefined, signal))!;

      const rest = await client.open(song!.id, { startByte: 400, tag }, signal);
      const other = { startByte: 400, tag: '"another"' };

      expect(rest!.startByte).toBe(400);
      expect(await bytesOf(client, song!.id, { startByte: 400, tag })).toEqual(
        Buffer.from(whole.subarray(400)),
      );
      expect((await client.open(song!.id, other, signal))!.startByte).toBe(0);
    });

    it("fails where the connection breaks in the middle of a file", async () => {
      const { client, cutAfter } = await open(1);
      const [song] = await allSongs(client);
      cutAfter(100);

      await expect(bytesOf(client, song!.id)).rejects.toThrow();
    });

    it("lists the same songs under other ids after a new database", async () => {
      const { client, renumber } = await open(3);
      const before = await allSongs(client);

      renumber();

      const after = await allSongs(client);
      const withoutIds = (songs: readonly ListedSong[]) =>
        songs.map((song) => ({ ...song, id: "" }));
      expect(withoutIds(after)).toEqual(withoutIds(before));
      expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
    });

    it.each([
      ["a page that asks to sign in", 200, "text/html", "<html>", /answers with a page.*sign in/],
      ["another program", 404, "text/plain", "no", /in place of its API/],
      ["JSON of something else", 200, "application/json", "{}", /in place of its API/],
      ["a proxy that wants a password", 401, "text/html", "no", /asks to sign in before its API/],
    ])("names what to do about %s", async (_name, status, mediaType, body, problem) => {
      const { client, intercept } = await open(1);
      intercept((response) => {
        response.writeHead(status, { "content-type": mediaType }).end(body);
        return true;
      });

      await expect(client.check(signal)).rejects.toThrow(problem);
      await expect(allSongs(client)).rejects.toThrow(problem);
      await expect(client.open("id-1", undefined, signal)).rejects.toThrow(problem);
    });

    it("does not follow a redirect, and says where it leads without the login", async () => {
      const { client, intercept } = await open(1);
      intercept((response) => {
        response.writeHead(302, { location: "https://elsewhere.example/sign-in?p=secret" }).end();
        return true;
      });

      const checked = client.check(signal);

      await expect(checked).rejects.toThrow(/^redirects to https:\/\/elsewhere\.example; add it/);
    });

    it("asks again where the server limits requests, after the time that it states", async () => {
      const { client, intercept } = await open(1);
      let refusals = 1;
      intercept((response) => {
        if (refusals-- <= 0) return false;
        response.writeHead(429, { "retry-after": "0" }).end();
        return true;
      });

      expect(await allSongs(client)).toHaveLength(1);
    });

    it("ends with the reason of the caller who aborts", async () => {
      const { client } = await open(1);
      const reason = new Error("enough");

      const asked = client.state(AbortSignal.abort(reason));

      await expect(asked).rejects.toBe(reason);
    });

    it("says that a server which does not listen any more is away", async () => {
      const { client, stop } = await open(1);
      await stop();

      const opened = client.open("id", undefined, signal);

      await expect(opened).rejects.toMatchObject({ kind: "away" });
      await expect(opened).rejects.toBeInstanceOf(MusicServerProblem);
    });
  });
}
