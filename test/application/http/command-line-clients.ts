import { execFile } from "node:child_process";
import { findProgram, findPythonWithRequests } from "../../installed-program.js";

/** A request as people write it for a client: of a query, a JSON body or a file in a form, at most one. */
export interface WrittenRequest {
  readonly url: string;
  readonly token: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, string>>;
  /** The path of a file. */
  readonly file?: string;
}

/** What a client printed of a response. */
export interface PrintedResponse {
  readonly status: number;
  readonly body: string;
}

/** A client that others have written, as people use it in a shell. */
export interface CommandLineClient {
  readonly name: string;
  readonly isInstalled: boolean;
  /** @throws {Error} the client printed no response */
  send(request: WrittenRequest): Promise<PrintedResponse>;
}

/** A response with its head, as clients print it, after a `100 Continue` where there was one. */
const PRINTED = /^(?:HTTP\/1\.1 100 [^]*?\r\n\r\n)?HTTP\/1\.1 (\d+)[^]*?\r\n\r\n([^]*)$/u;

function client(
  name: string,
  program: string | undefined,
  argsOf: (request: WrittenRequest) => readonly string[],
): CommandLineClient {
  return {
    name,
    isInstalled: program !== undefined,
    async send(request) {
      if (program === undefined) throw new Error(`${name} is not installed.`);
      const { output, errors } = await run(program, argsOf(request));
      const [, status, body] = PRINTED.exec(output) ?? [];
      if (body === undefined) throw new Error(`${name} printed no response: ${output}${errors}`);
      return { status: Number(status), body };
    },
  };
}

function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly errors: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: "C.UTF-8", PYTHONDONTWRITEBYTECODE: "1" };
    // A client may end with another code than 0 where it has printed a response.
    execFile(program, args, { env }, (_error, output, errors) => resolve({ output, errors }));
  });
}

const entriesOf = (fields: Readonly<Record<string, string>> = {}) => Object.entries(fields);

/** Quotes a path for curl's option -F, where commas and semicolons separate. */
const quoted = (path: string): string => `"${path.replace(/["\\]/gu, "\\$&")}"`;

const curlArgs = ({ url, token, query, json, file }: WrittenRequest): readonly string[] => [
  ...["--silent", "--show-error", "--include", "--header", `Authorization: Bearer ${token}`],
  ...(query ? ["--get"] : []),
  ...entriesOf(query).flatMap(([name, value]) => ["--data-urlencode", `${name}=${value}`]),
  ...(json ? ["--json", JSON.stringify(json)] : []),
  ...(file === undefined ? [] : ["--form", `file=@${quoted(file)}`]),
  url,
];

const httpieArgs = ({ url, token, query, json, file }: WrittenRequest): readonly string[] => [
  ...["--ignore-stdin", "--print=hb", "--pretty=none"],
  ...(file === undefined ? [] : ["--form"]),
  ...[json || file !== undefined ? "POST" : "GET", url, `Authorization:Bearer ${token}`],
  ...entriesOf(query).map(([name, value]) => `${name}==${value}`),
  ...entriesOf(json).map(([name, value]) => `${name}=${value}`),
  ...(file === undefined ? [] : [`file@${file}`]),
];

const REQUESTS_PROGRAM = `
import json, sys, requests
given = json.loads(sys.argv[1])
body = {"params": given.get("query"), "json": given.get("json")}
if "file" in given:
    body["files"] = {"file": open(given["file"], "rb")}
answer = requests.request(
    "POST" if "json" in given or "file" in given else "GET", given["url"],
    headers={"Authorization": "Bearer " + given["token"]}, timeout=60, **body)
sys.stdout.buffer.write(b"HTTP/1.1 %d\\r\\n\\r\\n" % answer.status_code + answer.content)
`;

const requestsArgs = (request: WrittenRequest): readonly string[] => [
  "-c",
  REQUESTS_PROGRAM,
  JSON.stringify(request),
];

/** The clients that people use in a shell and in scripts. */
export const commandLineClients: readonly CommandLineClient[] = [
  client("curl", findProgram("curl"), curlArgs),
  client("httpie", findProgram("http", "httpie"), httpieArgs),
  client("requests of Python", findPythonWithRequests(), requestsArgs),
];
