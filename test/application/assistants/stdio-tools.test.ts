import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { offline } from "../offline.js";
import { overtone, startServerProcess, stopProcesses } from "../processes/running-process.js";
import { call, connectByStdio, ERAS } from "./assistant-clients.js";

const FOUR = "62ac659c10e82543";

describe("overtone mcp", () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-mcp-"));
    environment = { ...offline, DATA_DIR: folder, LOG_LEVEL: "info" };
  });
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(ERAS)(
    "scans, searches and measures for the SDK's client without a server, in version $version",
    async ({ era, version }) => {
      const { client } = await connectByStdio([], environment, era);

      const { tools } = await client.listTools();
      const found = await found12(client);
      const measured = await call(client, "analyse", { trackKey: FOUR });

      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect(tools).toHaveLength(14);
      expect(found).toMatchObject({ library: { files: 12 } });
      expect(measured.data).toMatchObject({
        analysis: { artist: "Overtone", tempo: expect.closeTo(128, 0), source: "library" },
      });
      await expect(call(client, "save_playlist", { name: "No" })).rejects.toThrow(
        /no tool "save_playlist"/,
      );
      await client.close();
    },
  );

  it("writes only messages to standard output, also where it logs, and ends with its input", async () => {
    const child = spawn(process.execPath, ["dist/cli/overtone.js", "mcp"], {
      env: { PATH: process.env["PATH"], ...environment, LOG_LEVEL: "debug" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('"id":2')) child.stdin.end();
    });

    const messages = [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      "this is no message",
      "x".repeat(11_000_000),
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"library","arguments":{}}}',
    ];
    child.stdin.write(`${messages.join("\n")}\n`);
    const [code] = (await once(child, "close")) as [number];

    const lines = output.trimEnd().split("\n");
    const ids = lines.map((line) => (JSON.parse(line) as { id?: number | null }).id);
    expect(ids.filter((id) => typeof id === "number")).toEqual([1, 2]);
    expect(lines.filter((line) => line.includes("longer than 1 MiB"))).toHaveLength(1);
    expect(code).toBe(0);
  });

  it("changes data with --write, as the operator", async () => {
    const { client } = await connectByStdio(["--write"], environment);

    const { data } = await call(client, "save_playlist", { name: "Fast", tempo: { gte: 100 } });

    expect(data).toMatchObject({ savePlaylist: { name: "Fast" } });
    await client.close();
    const { output } = await overtone(["playlist", "list"], environment);
    expect(output).toMatch(/operator +no +recipe +Fast\n/);
  });

  it("keeps tracks in an order, changes and deletes them, and undoes both", async () => {
    const { client } = await connectByStdio(["--write"], environment);

    const tracks = [{ key: FOUR }];
    const kept = await call(client, "save_playlist", { name: "Seen", tracks });
    const { id } = (kept.data as { readonly savePlaylist: { readonly id: string } }).savePlaylist;
    const edits = [{ insert: { tracks } }];
    const edited = await call(client, "edit_playlist", { id, revision: 1, edits });
    const undone = await call(client, "undo_playlist", { id });
    const deleted = await call(client, "delete_playlist", { id });
    const restored = await call(client, "undo_playlist", { id });

    expect(edited.data).toMatchObject({ editPlaylist: { kind: "TRACKS", trackCount: 2 } });
    expect(undone.data).toMatchObject({ undoPlaylist: { revision: 3, trackCount: 1 } });
    expect(deleted.data).toEqual({ deletePlaylist: id });
    expect(restored.data).toMatchObject({ undoPlaylist: { name: "Seen", trackCount: 1 } });
    await client.close();
  });

  it("uses another server with --server, by its key and no database of its own", async () => {
    const { process: server, url } = await startServerProcess({ DATA_DIR: folder });
    const issued = await overtone(["keys", "create", "--name", "assistant"], environment);
    const remote = { MCP_KEY: issued.output.trim(), DATA_DIR: "/nonexistent" };
    const { client } = await connectByStdio(["--server", url, "--write"], remote);

    const answer = await call(client, "analyse", { trackKey: FOUR });
    const forbidden = await call(client, "save_playlist", { name: "Other" });
    await server.stop();
    const gone = await call(client, "library");

    expect(answer.data).toMatchObject({ analysis: { trackName: "Four on the Floor" } });
    expect([forbidden.isError, forbidden.text]).toEqual([
      true,
      expect.stringMatching(/^FORBIDDEN: .*scope "write".*--scopes read,write/),
    ]);
    expect([gone.isError, gone.text]).toEqual([
      true,
      expect.stringMatching(/^SERVER_UNREACHABLE: .*ECONNREFUSED.*check --server/),
    ]);
    await client.close();
  });

  it("says what is missing, and exits with 2", async () => {
    const withoutKey = await overtone(["mcp", "--server", "http://127.0.0.1:9"]);
    const withoutUrl = await overtone(["mcp", "--server", "here"]);

    expect(withoutKey).toMatchObject({ exitCode: 2, output: "" });
    expect(withoutKey.errors).toMatch(/MCP_KEY.*overtone keys create/);
    expect(withoutUrl).toMatchObject({ exitCode: 2, output: "" });
  });

  it("ends by SIGTERM", async () => {
    const { client, pid } = await connectByStdio([], environment);
    const closed = new Promise<void>((resolve) => (client.onclose = () => resolve()));

    process.kill(pid, "SIGTERM");
    await closed;

    expect(() => execFileSync("ps", ["-p", String(pid)])).toThrow();
  });
});

/** Returns the answer about the library when its twelve files are scanned. */
async function found12(client: Parameters<typeof call>[0]): Promise<unknown> {
  for (;;) {
    const { data } = await call(client, "library");
    if ((data as { library: { files: number } }).library.files === 12) return data;
  }
}
