import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { privateFilesCheck } from "../../../src/adapters/diagnosis/database-checks.js";
import { libraryFolderCheck } from "../../../src/adapters/diagnosis/library-folder-check.js";
import {
  diskSpaceCheck,
  ffmpegCheck,
  nodeCheck,
} from "../../../src/adapters/diagnosis/machine-checks.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import {
  portCheck,
  providerCheck,
  soundDirectoryCheck,
} from "../../../src/adapters/diagnosis/configured-checks.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { FakeProvider } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { json, StandInProviderServer } from "../../fakes/stand-in-provider-server.js";

const { signal } = new AbortController();
const containing = (text: string): string => expect.stringContaining(text) as string;

describe("The check of Node.js", () => {
  it.each(["22.0.0", "24.1.0", "26.10.0", "28.0.0"])("passes with %s", async (version) => {
    expect(await nodeCheck(version).run(signal)).toEqual({ state: "ok", message: version });
  });

  it.each([
    ["20.19.0", "30 April 2026"],
    ["21.7.3", "1 June 2024"],
    ["25.9.0", "1 June 2026"],
  ])("warns of %s, which runs and gets no security fixes", async (version, end) => {
    const finding = await nodeCheck(version).run(signal);

    expect(finding).toEqual({
      state: "warn",
      message: `${version} has had no security fixes since ${end}`,
      advice: containing("22, 24, 26"),
    });
  });

  it.each(["18.20.0", "20.9.0", "20.18.3"])(
    "fails with %s, and advises an update",
    async (version) => {
      const finding = await nodeCheck(version).run(signal);

      expect(finding).toMatchObject({ state: "fail", advice: containing("Install Node.js") });
    },
  );

  it("requires the version in package.json", async () => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as {
      engines: { node: string };
    };

    const finding = await nodeCheck("1.0.0").run(signal);

    expect(finding.message).toContain(engines.node.replace(">=", ""));
  });
});

describe("The check of privacy", () => {
  it("warns of a database that other users may read, and says what to do", async () => {
    const folder = await mkdtemp(join(tmpdir(), "overtone-privacy-"));
    const path = join(folder, "overtone.db");
    const check = privateFilesCheck(path);
    await writeFile(path, "", { mode: 0o600 });
    const before = await check.run(signal);
    await chmod(path, 0o644);

    const after = await check.run(signal);

    expect(before).toMatchObject({ state: "ok" });
    expect(after).toMatchObject({
      state: "warn",
      message: containing(path),
      advice: containing("chmod 600"),
    });
    await rm(folder, { recursive: true });
  });

  it("warns of a key file that other users may read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "overtone-privacy-"));
    const key = join(folder, "secrets.key");
    await writeFile(key, "", { mode: 0o600 });
    await chmod(key, 0o644);

    const finding = await privateFilesCheck(join(folder, "overtone.db")).run(signal);

    expect(finding).toMatchObject({
      state: "warn",
      message: containing(key),
      advice: containing(key),
    });
    await rm(folder, { recursive: true });
  });
});

describe("The check of the disk", () => {
  it.each([
    [50 * 2 ** 30, "ok"],
    [2 ** 29, "warn"],
    [2 ** 20, "fail"],
  ])("with %d bytes free returns %s", async (bytes, state) => {
    const check = diskSpaceCheck("/data", () => Promise.resolve(bytes));

    expect(await check.run(signal)).toMatchObject({
      state,
      message: containing("GiB free for /data"),
    });
  });

  it("checks the nearest existing parent of a missing folder", async () => {
    const check = diskSpaceCheck(join(tmpdir(), "not", "there", "yet"));

    expect(await check.run(signal)).toMatchObject({ message: containing("GiB free") });
  });
});

describe("The check of ffmpeg", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-doctor-"))));
  afterEach(() => rm(folder, { recursive: true }));

  it("names its version", async () => {
    const command = join(folder, "ffmpeg");
    await writeFile(command, "#!/bin/sh\necho ffmpeg version 9.1-invented and more\n", {
      mode: 0o755,
    });

    const finding = await ffmpegCheck(command).run(signal);

    expect(finding).toEqual({ state: "ok", message: "9.1-invented" });
  });

  it("warns when it is missing, and says which formats need it", async () => {
    const finding = await ffmpegCheck(join(folder, "nothing")).run(signal);

    expect(finding).toMatchObject({
      state: "warn",
      message: "not found",
      advice: containing("AAC, ALAC, WMA"),
    });
  });

  it("warns when it cannot be run", async () => {
    const command = join(folder, "ffmpeg");
    await writeFile(command, "#!/bin/sh\nexit 3\n", { mode: 0o755 });

    const finding = await ffmpegCheck(command).run(signal);

    expect(finding).toMatchObject({ state: "warn", message: "found, but cannot be run" });
  });
});

describe("The check of a library folder", () => {
  const embedded = new InProcessTagReader();
  afterAll(() => embedded.close());
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-doctor-"));
    await mkdir(join(folder, "deeper"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const finding = (known: ReadonlyMap<string, number> = new Map(), path = folder) =>
    libraryFolderCheck(path, {
      embedded,
      inspect: () => ({
        ...{ damage: [], isUnfinished: false, migrations: [], cacheEntryCount: 0 },
        fileCounts: known,
        addedFolders: [],
        pausedFolderCount: 0,
      }),
    }).run(signal);

  it("counts the audio files, and those known from the last scan", async () => {
    for (const name of ["a.mp3", "deeper/b.flac", "cover.jpg"]) {
      await writeFile(join(folder, name), "");
    }

    const found = await finding(new Map([[folder, 1]]));

    expect(found).toEqual({ state: "ok", message: "audio files: 2; known from the last scan: 1" });
  });

  it("warns of a folder that was never scanned", async () => {
    await writeFile(join(folder, "a.mp3"), "");

    expect(await finding()).toMatchObject({ state: "warn", advice: containing("overtone scan") });
  });

  it("warns of a folder without music", async () => {
    expect(await finding()).toMatchObject({ state: "warn", message: "contains no audio files" });
  });

  it("still counts files when the database cannot be read", async () => {
    await writeFile(join(folder, "a.mp3"), "");
    const inspect = (): never => {
      throw new Error("damaged");
    };

    const found = await libraryFolderCheck(folder, { embedded, inspect }).run(signal);

    expect(found.message).toContain("audio files: 1");
  });

  it.each(["nowhere", "a.mp3"])(
    "fails for a path that is not a readable folder: %s",
    async (name) => {
      await writeFile(join(folder, "a.mp3"), "");

      const found = await finding(new Map(), join(folder, name));

      expect(found).toMatchObject({ state: "fail", advice: containing("LIBRARY_DIRS") });
    },
  );
});

describe("The check of a provider", () => {
  const clock = new ManualClock();

  it("passes when the provider responds", async () => {
    const provider = new FakeProvider("deezer");

    const finding = await providerCheck(provider, clock).run(signal);

    expect(finding).toEqual({ state: "ok", message: "answered in 0 ms" });
    expect(provider.queries).toMatchObject([{ limit: 1 }]);
  });

  it.each([
    [new ProviderUnavailableError("deezer", new Error("HTTP 403")), "HTTP 403", "base URL"],
    [new ProviderRateLimitedError("deezer", 30), "", "Wait a few minutes"],
  ])("warns of %s, because searches continue without it", async (error, message, advice) => {
    const provider = new FakeProvider("deezer", error);

    const finding = await providerCheck(provider, clock).run(signal);

    expect(finding).toMatchObject({
      state: "warn",
      message: containing(message),
      advice: containing(advice),
    });
  });
});

describe("The check of a directory of sounds", () => {
  it("warns where it does not reply, because no names are suggested then", async () => {
    const directory = {
      name: "acoustid",
      isCacheable: true,
      knows: () => true,
      find: () => Promise.reject(new ProviderUnavailableError("acoustid", new Error("HTTP 502"))),
    };

    const finding = await soundDirectoryCheck(directory, new ManualClock()).run(signal);

    expect(finding).toMatchObject({
      state: "warn",
      message: containing("HTTP 502"),
      advice: containing("No names are suggested"),
    });
  });
});

describe("The check of the port", () => {
  const host = "127.0.0.1";

  it("passes when the port is free", async () => {
    const taken = await listening();
    const { port } = taken.address() as AddressInfo;
    await new Promise((resolve) => taken.close(resolve));

    const finding = await portCheck({ host, port }).run(signal);

    expect(finding).toEqual({ state: "ok", message: "free on 127.0.0.1" });
  });

  it("passes when Overtone listens there", async () => {
    const overtone = await StandInProviderServer.open(json({ info: { title: "Overtone" } }));

    const finding = await portCheck({ host, port: overtone.port }).run(signal);

    expect(finding).toEqual({ state: "ok", message: "Overtone is running on 127.0.0.1" });
    await overtone.close();
  });

  it("fails when another program uses the port", async () => {
    const other = await StandInProviderServer.open(json({ info: { title: "Other" } }));

    const finding = await portCheck({ host, port: other.port }).run(signal);

    expect(finding).toMatchObject({ state: "fail", advice: containing("PORT") });
    await other.close();
  });

  it("fails when the address does not belong to this machine", async () => {
    const finding = await portCheck({ host: "192.0.2.1", port: 4000 }).run(signal);

    expect(finding).toMatchObject({ state: "fail", advice: containing("HOST") });
  });
});

function listening(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
  });
}
