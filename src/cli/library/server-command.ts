import { Command } from "commander";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  parseMountedFolders,
  type MountedFolder,
} from "../../domain/music-server/mounted-folder.js";
import {
  defaultMusicServerLimits,
  isOfSetting,
  musicServerKinds,
  parseMusicServerKind,
  parseMusicServerLogin,
  parseMusicServerName,
  parseMusicServerUrl,
  takesTokensOnly,
  type MusicServerKind,
  type MusicServerLimits,
} from "../../domain/music-server/music-server.js";
import { parseCount } from "../../domain/parse-count.js";
import type { KnownMusicServer } from "../../services/music-servers/music-server-service.js";
import type { CheckedMusicServer } from "../../services/music-servers/music-server-trial.js";
import { askedLogin, type LoginOptions } from "../asked-login.js";
import type { CommandContext } from "../command-context.js";
import { countOf } from "../count-of.js";
import { exitCodes } from "../failure-report.js";

const KILOBYTE = 1_000;
const COUNT_WIDTH = 8;
const KIND_WIDTH = 14;

interface AddOptions extends LoginOptions {
  readonly kind?: string;
  readonly pace?: string;
  readonly bandwidth?: string;
  readonly mounted?: string;
}

/** `overtone server add|list|check|remove`: the music servers whose songs are files of the library. */
export function serverCommand(context: CommandContext): Command {
  const server = new Command("server").description(
    "Add, list, check and remove music servers, such as Navidrome, Jellyfin or Plex, whose songs belong to the library",
  );
  server
    .command("add")
    .description(
      "Add a music server after signing in to it; asks for the password, or for the token of a Plex server, or reads it from standard input",
    )
    .argument("<name>", 'what it is called here, such as "navidrome"')
    .argument("<url>", 'its address, such as "http://nas:4533"')
    .option("--user <user>", "who signs in")
    .option("--api-key", "sign in with an API key instead, which is asked for")
    .option(
      "--kind <kind>",
      `the API that it has: ${musicServerKinds.join(", ")}; by default the name where it is one of these, or else opensubsonic`,
    )
    .option("--pace <requests>", "the maximum number of requests in a second; 20 by default")
    .option("--bandwidth <kB>", "the maximum kilobytes of audio in a second; no limit by default")
    .option(
      "--mounted <folders>",
      "read files from folders of this machine instead: /music=/mnt/nas/music, by paths of the server; several separated by ;",
    )
    .action((name: string, url: string, options: AddOptions) => add(context, name, url, options));
  server
    .command("list")
    .description("List the music servers, how many songs each has, and what is wrong with it")
    .action(() => list(context));
  server
    .command("check")
    .description("Sign in to a music server, list songs, and receive the beginning of one")
    .argument("<name>", "as `server list` shows it")
    .action((name: string) => check(context, name));
  server
    .command("remove")
    .description("Remove a music server and its songs from the library; their analyses stay")
    .argument("<name>", "as `server list` shows it")
    .action((name: string) => remove(context, name));
  return server;
}

async function add(
  context: CommandContext,
  nameText: string,
  urlText: string,
  options: AddOptions,
): Promise<void> {
  const name = parseMusicServerName(nameText);
  const url = parseMusicServerUrl(urlText);
  const kind = parseMusicServerKind(options.kind, name);
  const limits = limitsFrom(options);
  const mounted = mountedFrom(options.mounted);
  const login = await loginFrom(context, options, kind);
  await context.withServices(async ({ musicServers }) => {
    const added = { name, kind, url, mounted, ...login, ...limits };
    const { folder } = await musicServers.add(added, context.signal);
    context.print(
      `${folder}: added. A running server lists its songs within seconds; \`overtone scan\` does it now.`,
    );
  });
}

function limitsFrom({ pace, bandwidth }: AddOptions): MusicServerLimits {
  const { requestsPerSecond: defaultValue } = defaultMusicServerLimits;
  const ofPace = { parameter: "--pace", defaultValue, min: 1, max: 1_000 };
  const ofBandwidth = { parameter: "--bandwidth", defaultValue: 0, min: 10, max: 999_999 };
  const kilobytes = bandwidth === undefined ? null : parseCount(bandwidth, ofBandwidth);
  return {
    requestsPerSecond: parseCount(pace, ofPace),
    bytesPerSecond: kilobytes === null ? null : kilobytes * KILOBYTE,
  };
}

/** @throws {InvalidInputError} the text has another form */
function mountedFrom(text = ""): readonly MountedFolder[] {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const folders = parts.map((part) => {
    const [, from, to] = /^([^=]+)=(.+)$/u.exec(part.trim()) ?? [];
    if (from !== undefined && to !== undefined) return { from, to };
    throw new InvalidInputError("--mounted", "must be such as /music=/mnt/nas/music");
  });
  return parseMountedFolders(folders);
}

/** Asks for the login by which a server of a kind is signed in to. */
async function loginFrom(
  context: CommandContext,
  options: LoginOptions,
  kind: MusicServerKind,
): Promise<ReturnType<typeof parseMusicServerLogin>> {
  const takesTokens = takesTokensOnly(kind);
  // Refused before a token is asked for in vain.
  if (takesTokens && options.user !== undefined)
    return parseMusicServerLogin({ user: options.user }, kind);
  const asked = takesTokens
    ? await askedLogin(context, { apiKey: true }, "Token")
    : await askedLogin(context, options);
  return parseMusicServerLogin(asked, kind);
}

async function list(context: CommandContext): Promise<void> {
  await context.withServices(async ({ musicServers }) => {
    const title = `${"SONGS".padStart(COUNT_WIDTH)}  ${"KIND".padEnd(KIND_WIDTH)}  NAME`;
    context.print(title, ...(await musicServers.list()).map(row));
  });
}

function row(known: KnownMusicServer): string {
  const { name, kind, url, user, fileCount, problem } = known;
  const begin = `${String(fileCount).padStart(COUNT_WIDTH)}  ${kind.padEnd(KIND_WIDTH)}  ${name}`;
  const whose = user === null ? url : `${url} as ${user}`;
  const origin = isOfSetting(known) ? `${whose}, by MUSIC_SERVERS` : whose;
  return `${begin} (${origin})${problem === undefined ? "" : `: ${problem}`}`;
}

async function check(context: CommandContext, nameText: string): Promise<void> {
  const name = parseMusicServerName(nameText);
  await context.withServices(async ({ musicServers }) => {
    const checked = await musicServers.check(name, context.signal);
    const { problem, isScanning } = checked;
    if (problem !== undefined) {
      context.printError(`The music server "${name}" ${problem}.`);
      context.setExitCode(exitCodes.failure);
      return;
    }
    context.print(`${productOf(checked)} answers; its songs can be listed and received.`);
    if (isScanning)
      context.print("It is scanning its files: they are listed when it has finished.");
  });
}

function productOf({ product, version }: CheckedMusicServer): string {
  if (product === null) return "The server";
  return version === null ? product : `${product} ${version}`;
}

async function remove(context: CommandContext, nameText: string): Promise<void> {
  const name = parseMusicServerName(nameText);
  await context.withServices(async ({ musicServers }) => {
    const count = await musicServers.remove(name);
    const songs = countOf(count, "song");
    context.print(`Removed ${name} with ${songs} from the library. Their analyses stay.`);
  });
}
