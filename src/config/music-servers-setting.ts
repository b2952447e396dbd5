import { z } from "zod";
import { InvalidInputError } from "../domain/errors/request-errors.js";
import { isAbsolutePath } from "../domain/list-import/compared-path.js";
import type {
  MusicServerSetting,
  SecretPlace,
} from "../domain/music-server/music-server-setting.js";
import {
  defaultMusicServerLimits,
  parseMusicServerKind,
  parseMusicServerLogin,
  parseMusicServerName,
  parseMusicServerUrl,
  type MusicServer,
} from "../domain/music-server/music-server.js";
import { parseMountedFolders } from "../domain/music-server/mounted-folder.js";
import { parseCount } from "../domain/parse-count.js";

/** The options of a server, each with whether it may be stated more than once. */
const OPTIONS: Readonly<Record<string, "once" | "often">> = {
  user: "once",
  "password-file": "once",
  "password-variable": "once",
  "api-key-file": "once",
  "api-key-variable": "once",
  kind: "once",
  mounted: "often",
  pace: "once",
  bandwidth: "once",
};

/** What the parsers of the domain call the values of options. */
const OPTION_OF: Readonly<Record<string, string>> = {
  url: "the address",
  name: "the name",
  apiKey: "api-key-file or api-key-variable",
  password: "password-file or password-variable",
};

const KILOBYTE = 1_000;

/** Stands for a secret that is read later. */
const ANY_SECRET = "*";

/**
 * Music servers: a name, an address and options each, separated by ";" or lines. A text in double quotes may have spaces and
 * semicolons.
 */
export const musicServers = z.string().transform((text, context): readonly MusicServerSetting[] => {
  const parsed = isClosed(text) ? entriesOf(text).map(serverFrom) : [NOT_CLOSED];
  const problems = parsed.filter((one) => typeof one === "string");
  const servers = parsed.filter((one) => typeof one !== "string");
  const names = servers.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  problems.push(...twice.map((name) => `names two servers "${name}"`));
  if (parsed.length === 0) problems.push(NO_SERVER);
  if (problems.length === 0) return servers;
  for (const problem of problems) context.addIssue(problem);
  return z.NEVER;
});

const NOT_CLOSED = "has a quotation mark that is not closed";

const NO_SERVER = "names no server: write a name, an address and options, or unset it";

const isClosed = (text: string): boolean => text.split('"').length % 2 === 1;

/** Returns the words of each server. */
const entriesOf = (text: string): readonly (readonly string[])[] =>
  (text.match(/(?:[^;\r\n"]|"[^"]*")+/gu) ?? []).map(wordsOf).filter((words) => words.length > 0);

/** Returns the words of a text, without quotation marks. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(/(?:[^\s"]|"[^"]*")+/gu) ?? []).map((word) => word.replaceAll('"', ""));

/** Parses the words of a server; returns the problem where they are none. */
function serverFrom([nameWord, address, ...words]: readonly string[]): MusicServerSetting | string {
  try {
    const name = parseMusicServerName(nameWord);
    const options = optionsFrom(words);
    const [kindText, user] = [options.get("kind")?.[0], options.get("user")?.[0]];
    const kind = parseMusicServerKind(kindText, name);
    const url = parseMusicServerUrl(address);
    const { secret, isKey } = secretFrom(options);
    const login = isKey ? { user, apiKey: ANY_SECRET } : { user, password: ANY_SECRET };
    return {
      ...{ name, kind, url, user: parseMusicServerLogin(login, kind).user, secret },
      ...limitsFrom(options),
      mounted: parseMountedFolders((options.get("mounted") ?? []).map(mappingFrom)),
    };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return `"${nameWord ?? ""}": ${problemIn(error)}`;
  }
}

type Options = ReadonlyMap<string, readonly string[]>;

/** @throws {InvalidInputError} a word is no option, or is stated twice */
function optionsFrom(words: readonly string[]): Options {
  const options = new Map<string, string[]>();
  for (const word of words) {
    const [, option = "", value = ""] = /^([^=]+)=(.+)$/u.exec(word) ?? [];
    const known = Object.hasOwn(OPTIONS, option) ? OPTIONS[option] : undefined;
    if (known === undefined) {
      const names = Object.keys(OPTIONS).join(", ");
      throw new InvalidInputError(word, `must be one of ${names}, with "=" and a value`);
    }
    const values = options.get(option) ?? [];
    if (values.length > 0 && known === "once") {
      throw new InvalidInputError(option, "must be stated once");
    }
    options.set(option, [...values, value]);
  }
  return options;
}

/** @throws {InvalidInputError} none or several places are stated, or a path is not absolute */
function secretFrom(options: Options): { readonly secret: SecretPlace; readonly isKey: boolean } {
  const places = [...options].filter(([option]) => /-(?:file|variable)$/u.test(option));
  const [[option, [value = ""]] = ["", [""]]] = places;
  if (places.length !== 1) {
    const problem =
      "must be stated by one of password-file, password-variable, api-key-file and api-key-variable";
    throw new InvalidInputError("the password or key", problem);
  }
  const isKey = option.startsWith("api-key");
  if (option.endsWith("-variable")) return { secret: { variable: value }, isKey };
  if (isAbsolutePath(value)) return { secret: { file: value }, isKey };
  throw new InvalidInputError(option, `must be an absolute path, and "${value}" is none`);
}

function limitsFrom(options: Options): Pick<MusicServer, "bytesPerSecond" | "requestsPerSecond"> {
  const { requestsPerSecond: defaultValue } = defaultMusicServerLimits;
  const [pace, bandwidth] = [options.get("pace")?.[0], options.get("bandwidth")?.[0]];
  const ofPace = { parameter: "pace", defaultValue, min: 1, max: 1_000 };
  const ofBandwidth = { parameter: "bandwidth", defaultValue: 0, min: 10, max: 999_999 };
  const kilobytes = parseCount(bandwidth, ofBandwidth);
  return {
    requestsPerSecond: parseCount(pace, ofPace),
    bytesPerSecond: kilobytes === 0 ? null : kilobytes * KILOBYTE,
  };
}

/** @throws {InvalidInputError} the text has another form */
function mappingFrom(text: string): { readonly from: string; readonly to: string } {
  const [, from, to] = /^([^=]+)=(.+)$/u.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw new InvalidInputError("mounted", "must be such as /music=/mnt/nas/music");
}

/** Returns what an error of a parser says, in the words of the setting. */
const problemIn = ({ parameter, problem }: InvalidInputError): string =>
  `${OPTION_OF[parameter] ?? parameter} ${problem}`;
