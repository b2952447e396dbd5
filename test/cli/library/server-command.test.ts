import type { CommandContext } from "../../../src/cli/command-context.js";
import { serverCommand } from "../../../src/cli/library/server-command.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import type {
  AddedMusicServer,
  KnownMusicServer,
} from "../../../src/services/music-servers/music-server-service.js";
import type { CheckedMusicServer } from "../../../src/services/music-servers/music-server-trial.js";
import { musicServer } from "../../fakes/music-servers.js";

const home: KnownMusicServer = { ...musicServer(), folder: "server:home", fileCount: 1 };
const nas: KnownMusicServer = {
  ...home,
  ...{ user: null, fileCount: 1_200, problem: "does not respond" },
};

interface Outcome {
  readonly lines: string[];
  readonly errors: string[];
  readonly questions: string[];
  readonly added: AddedMusicServer[];
  code: number | undefined;
}

/** Runs the command on a library with two servers; each question is answered with a text. */
async function run(
  words: readonly string[],
  checked: CheckedMusicServer = { product: "navidrome", version: "0.50", isScanning: false },
): Promise<Outcome> {
  const outcome: Outcome = { lines: [], errors: [], questions: [], added: [], code: undefined };
  const musicServers = {
    add: (one: AddedMusicServer) => {
      outcome.added.push(one);
      return Promise.resolve(home);
    },
    list: () => Promise.resolve([home, nas]),
    check: () => Promise.resolve(checked),
    remove: () => Promise.resolve(1),
  };
  const context = {
    withServices: (use: (services: unknown) => Promise<void>) => use({ musicServers }),
    print: (...lines: readonly string[]) => void outcome.lines.push(...lines),
    printError: (...lines: readonly string[]) => void outcome.errors.push(...lines),
    askSecret: (question: string) => {
      outcome.questions.push(question);
      return Promise.resolve("secret");
    },
    setExitCode: (code: number) => void (outcome.code = code),
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  await serverCommand(context).parseAsync(words, { from: "user" });
  return outcome;
}

describe("overtone server", () => {
  it("adds a server, after asking for the password of its user", async () => {
    const { added, questions, lines } = await run([
      "add",
      "home",
      "http://nas:4533/",
      "--user",
      "ann",
    ]);

    expect(questions).toEqual(["Password of ann"]);
    expect(added).toEqual([
      {
        ...{ name: "home", kind: "opensubsonic", url: "http://nas:4533" },
        ...{ user: "ann", secret: "secret", requestsPerSecond: 20, bytesPerSecond: null },
        mounted: [],
      },
    ]);
    expect(lines).toEqual([expect.stringMatching(/^server:home: added\./)]);
  });

  it("adds a server with an API key and limits", async () => {
    const limits = ["--pace", "2", "--bandwidth", "500"];
    const { added, questions } = await run(["add", "home", "http://nas", "--api-key", ...limits]);

    expect(questions).toEqual(["API key"]);
    expect(added).toMatchObject([
      { user: null, secret: "secret", requestsPerSecond: 2, bytesPerSecond: 500_000 },
    ]);
  });

  it("adds a Plex server, after asking for its token", async () => {
    const { added, questions } = await run(["add", "plex", "http://nas:32400"]);

    expect(questions).toEqual(["Token"]);
    expect(added).toMatchObject([{ kind: "plex", user: null, secret: "secret" }]);
  });

  it.each([
    ["its name", ["jellyfin"], "jellyfin"],
    ["an option", ["living-room", "--kind", "emby"], "emby"],
    ["an option and not its name", ["jellyfin", "--kind", "opensubsonic"], "opensubsonic"],
  ])("adds a server of the kind that %s says", async (_what, [name = "", ...rest], kind) => {
    const { added } = await run(["add", name, "http://nas:8096", "--user", "ann", ...rest]);

    expect(added).toMatchObject([{ name, kind }]);
  });

  it("adds a server whose files are mounted here", async () => {
    const mounted = ["--mounted", "/music=/mnt/nas/music; /=/mnt/rest"];
    const { added } = await run(["add", "home", "http://nas", "--api-key", ...mounted]);

    expect(added).toMatchObject([
      {
        mounted: [
          { from: "music", to: "/mnt/nas/music" },
          { from: "", to: "/mnt/rest" },
        ],
      },
    ]);
  });

  it.each([
    [["add", "home", "http://nas"]],
    [["add", "home", "http://nas", "--user", "ann", "--mounted", "/music"]],
    [["add", "home", "http://nas", "--user", "ann", "--mounted", "/music=music"]],
    [["add", "Home!", "http://nas", "--user", "ann"]],
    [["add", "home", "nas", "--user", "ann"]],
    [["add", "home", "http://nas", "--user", "ann", "--kind", "winamp"]],
    [["add", "plex", "http://nas", "--user", "ann"]],
    [["add", "home", "http://nas", "--user", "ann", "--pace", "0"]],
    [["add", "home", "http://nas", "--user", "ann", "--bandwidth", "9"]],
    [["check", ""]],
    [["remove", "Home!"]],
  ])("refuses %j before anything is asked", async (words) => {
    await expect(run(words)).rejects.toThrow(InvalidInputError);
  });

  it("refuses an API key with a user", async () => {
    const running = run(["add", "home", "http://nas", "--user", "ann", "--api-key"]);

    await expect(running).rejects.toThrow(InvalidInputError);
  });

  it("lists servers with their songs and problems", async () => {
    const { lines } = await run(["list"]);

    expect(lines).toEqual([
      "   SONGS  KIND            NAME",
      "       1  opensubsonic    home (http://nas:4533 as ann)",
      "    1200  opensubsonic    home (http://nas:4533): does not respond",
    ]);
  });

  it("says that a server answers, and that it scans", async () => {
    const scanning = { product: "navidrome", version: "0.50", isScanning: true };

    expect((await run(["check", "home"])).lines).toEqual([
      "navidrome 0.50 answers; its songs can be listed and received.",
    ]);
    expect((await run(["check", "home"], scanning)).lines[1]).toMatch(/is scanning its files/);
    expect((await run(["check", "home"], { ...scanning, version: null })).lines[0]).toMatch(
      /^navidrome answers/,
    );
    expect((await run(["check", "home"], { ...scanning, product: null })).lines[0]).toMatch(
      /^The server answers/,
    );
  });

  it("says what is wrong with a server, and has failed", async () => {
    const wrong = { product: null, version: null, isScanning: false, problem: "does not respond" };

    const { errors, code, lines } = await run(["check", "home"], wrong);

    expect([errors, code, lines]).toEqual([['The music server "home" does not respond.'], 1, []]);
  });

  it("removes a server, and says how many songs it had", async () => {
    expect((await run(["remove", "home"])).lines).toEqual([
      "Removed home with 1 song from the library. Their analyses stay.",
    ]);
  });
});
