import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReviewedRow } from "../../../src/domain/list-import/list-review.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

interface Reviewed {
  readonly format: string;
  readonly lists: readonly { readonly number: number; readonly name: string | null }[];
  readonly list: { readonly name: string | null; readonly rowCount: number };
  readonly counts: Readonly<Record<ReviewedRow["state"], number>>;
  readonly playlist: { readonly id: string } | null;
  readonly leftOut: readonly number[];
  readonly rows: readonly {
    readonly position: number;
    readonly title: string | null;
    readonly raw: string;
    readonly state: ReviewedRow["state"];
    readonly candidates: readonly {
      readonly trackName: string;
      readonly trackKey: string;
      readonly recordingId: string | null;
      readonly path: string | null;
      readonly score: number;
      readonly ground: string;
    }[];
  }[];
}

interface Sent {
  readonly type?: string;
  readonly query?: string;
  readonly token?: string;
}

describe("A list of another program", () => {
  let folder: string;
  let application: ApplicationUnderTest;
  let writing: string;

  const tracks = [
    ["Ann", "One", "Ann/A/01 One.aiff"],
    ["Ann", "Two", "Ann/A/02 Two.aiff"],
    ["Björn & Cy", "Über alles (Live)", "Björn/Live/Über alles.aiff"],
    ["Nobody", "Renamed", "Dee/D/Four.aiff"],
  ] as const;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-lists-"));
    for (const [index, [artist, title, path]] of tracks.entries()) {
      const file = join(folder, path);
      await mkdir(join(file, ".."), { recursive: true });
      const frames = { TPE1: artist, TIT2: title, ...(index === 1 && { TSRC: "GBN9Y1100088" }) };
      await writeFile(file, taggedAiff(frames, undefined, index));
    }
    const provider = new FakeProvider("library", [candidate("Else", "Where")]);
    application = await openApplicationUnderTest(
      { providers: [provider] },
      { LIBRARY_DIRS: folder, LIBRARY_ANALYSIS: "off" },
    );
    const { services } = application;
    await services.library.scanAll();
    writing = (await services.access.issue({ name: "w", scopes: ["read", "write"] })).token;
  });
  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  const send = (
    body: string | FormData,
    { type = "text/csv", query = "", token = writing }: Sent = {},
  ): Promise<Response> =>
    fetch(`${application.url}/api/audio/playlists/import${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...(type !== "" && { "content-type": type }) },
      body,
    });
  const review = async (body: string | FormData, sent?: Sent): Promise<Reviewed> => {
    const response = await send(body, sent);
    const answer = (await response.json()) as { success: boolean; data: Reviewed };
    expect([response.status, answer.success]).toEqual([200, true]);
    return answer.data;
  };

  it("has an answer for each of its 472 rows, and the tracks of the library among them", async () => {
    const rows = Array.from({ length: 472 }, (_, row) =>
      row === 7
        ? '"One","Ann",""'
        : row === 400
          ? '"Two - 2009 Remaster","Ann; Bo","GBN9Y1100088"'
          : row === 471
            ? '"Uber Alles - Live","Cy, Bjorn",""'
            : `"Song ${row}","Artist ${row}",""`,
    );

    const {
      format,
      list,
      counts,
      rows: reviewed,
    } = await review(`"Track Name","Artist Name(s)","ISRC"\r\n${rows.join("\r\n")}\r\n`);

    expect(format).toBe("csv");
    expect(list.rowCount).toBe(472);
    expect(counts).toEqual({ sure: 3, unsure: 0, absent: 469 });
    expect(reviewed.map(({ position }) => position)).toEqual(rows.map((_, row) => row + 1));
    expect(
      reviewed.flatMap(({ state, candidates }) =>
        state === "sure" ? candidates.map(({ trackName, ground }) => [trackName, ground]) : [],
      ),
    ).toEqual([
      ["One", "names"],
      ["Two", "id"],
      ["Über alles (Live)", "names"],
    ]);
  });

  it("of paths is matched by them, wherever the library is mounted, for keys that may see paths", async () => {
    const text = [
      "#EXTM3U",
      join(folder, "Dee/D/Four.aiff"),
      "D:\\Music\\Ann\\A\\02 Two.aiff",
      "http://radio.example/live",
    ].join("\n");
    const sent = { type: "audio/x-mpegurl" };

    const seen = await review(text, sent);
    const unseen = await review(text, { ...sent, token: application.token });

    expect(
      seen.rows.map(({ state, candidates: [first] }) => [state, first?.trackName, first?.path]),
    ).toEqual([
      ["sure", "Renamed", join(folder, "Dee/D/Four.aiff")],
      ["sure", "Two", join(folder, "Ann/A/02 Two.aiff")],
      ["absent", undefined, undefined],
    ]);
    expect(unseen.counts).toEqual({ sure: 0, unsure: 1, absent: 2 });
    expect(unseen.rows[1]?.candidates).toMatchObject([{ trackName: "Two", path: null }]);
  });

  it("may be sent in a form, which names its file", async () => {
    const form = new FormData();
    form.append("file", new Blob(["Ann - One\nAnn - Nothing\n"]), "mine.txt");

    const { format, counts } = await review(form, { type: "" });

    expect(format).toBe("m3u");
    expect(counts).toEqual({ sure: 1, unsure: 0, absent: 1 });
  });

  it("may be one of several in a file", async () => {
    const body = JSON.stringify({
      playlists: ["Evening", "Morning"].map((name, index) => ({
        name,
        items: [{ track: { trackName: index === 0 ? "One" : "Two", artistName: "Ann" } }],
      })),
    });

    const first = await review(body, { type: "application/json" });
    const named = await review(body, { type: "application/json", query: "?list=Morning" });

    expect(first.lists.map(({ name }) => name)).toEqual(["Evening", "Morning"]);
    expect(first.rows.map(({ title }) => title)).toEqual(["One"]);
    expect(named.rows.map(({ title }) => title)).toEqual(["Two"]);
  });

  it("is not kept unless asked for, and leaves nothing behind", async () => {
    await review("title,artist\nOne,Ann\n");

    const headers = { authorization: `Bearer ${writing}` };
    const kept = await fetch(`${application.url}/api/audio/playlists`, { headers });

    expect(((await kept.json()) as { data: unknown }).data).toEqual([]);
  });

  it("is kept as a playlist of its sure rows, where their tracks are analysed", async () => {
    const key = trackKeyFrom("Ann", "Two");
    await application.get(`/api/audio/analysis/${key}`);
    const table = "title,artist\nTwo,Ann\nNothing,Ann\nOne,Ann\nTwo,Ann\n";

    const { playlist, leftOut } = await review(table, { query: "?keepAs=Mine" });
    const headers = { authorization: `Bearer ${writing}` };
    const path = `${application.url}/api/audio/playlists/${playlist?.id}/rows`;
    const answer = (await (await fetch(path, { headers })).json()) as {
      readonly data: readonly { readonly addedAs: { readonly trackName: string } }[];
    };
    const again = await send(table, { query: "?keepAs=Mine" });
    const unscoped = await send(table, { query: "?keepAs=Other", token: application.token });

    expect(playlist).toMatchObject({ name: "Mine", kind: "tracks", trackCount: 2 });
    expect(leftOut).toEqual([3]);
    expect(answer.data.map(({ addedAs }) => addedAs.trackName)).toEqual(["Two", "Two"]);
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('\\"keepAs\\" is taken');
    expect(unscoped.status).toBe(403);
  });

  it("is kept as no empty playlist where the library has none of its tracks analysed", async () => {
    const headers = { authorization: `Bearer ${writing}` };

    const absent = await review("title,artist\nNothing,Ann\n", { query: "?keepAs=Empty" });
    const waiting = await review("title,artist\nOne,Ann\n", { query: "?keepAs=Empty" });
    const list = await fetch(`${application.url}/api/audio/playlists`, { headers });
    const { data } = (await list.json()) as { readonly data: readonly { name: string }[] };

    expect([absent.playlist, waiting.playlist]).toEqual([null, null]);
    expect([absent.leftOut, waiting.leftOut]).toEqual([[], [1]]);
    expect(data.map(({ name }) => name)).not.toContain("Empty");
  });

  it("whose client goes away is not kept, and leaves the name free", async () => {
    const abort = new AbortController();
    async function* half(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("title,artist\nTwo,Ann\n");
      abort.abort();
      await new Promise(() => undefined);
    }
    const sending = fetch(`${application.url}/api/audio/playlists/import?keepAs=Half`, {
      method: "POST",
      headers: { authorization: `Bearer ${writing}`, "content-type": "text/csv" },
      body: ReadableStream.from(half()),
      duplex: "half",
      signal: abort.signal,
    });

    await expect(sending).rejects.toThrow("aborted");
    const { playlist } = await review("title,artist\nTwo,Ann\n", { query: "?keepAs=Half" });

    expect(playlist).toMatchObject({ name: "Half", trackCount: 1 });
  });

  it.each([
    ["of no known kind", "hello", { type: "text/plain" }, 400],
    ["with an unknown list", "title\nOne\n", { query: "?list=9" }, 400],
    ["with an unknown parameter", "title\nOne\n", { query: "?playlist=9" }, 400],
    ["with a document type", "<!DOCTYPE x><playlist/>", { type: "text/xml" }, 400],
    ["of another type", "x", { type: "image/png" }, 415],
    ["of more than 10 MB", `title\n${"x".repeat(10_000_001)}`, {}, 413],
  ] as const)("%s is refused", async (_, body, sent, status) => {
    const response = await send(body, sent);

    expect(response.status).toBe(status);
  });

  it("is matched to what was uploaded or measured without a file", async () => {
    const key = trackKeyFrom("Else", "Where");
    await application.get(`/api/audio/analysis/${key}?artist=Else&track=Where`);
    const response = await application.get("/api/audio/tracks");
    const { data } = (await response.json()) as { data: readonly { trackName: string }[] };

    const { rows } = await review("title,artist\nWhere,Else\n");

    expect(data.map(({ trackName }) => trackName)).toContain("Where");
    expect(rows).toMatchObject([{ state: "sure", candidates: [{ trackName: "Where" }] }]);
  });
});
