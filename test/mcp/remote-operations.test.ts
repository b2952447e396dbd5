import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { remoteOperations } from "../../src/mcp/remote-operations.js";
import { toolAnswerFrom } from "../../src/mcp/tool-answer.js";

const call = { document: "query Q { library { files } }", operationName: "Q", variables: { a: 1 } };
const waiting = new AbortController().signal;

describe("Operations of another server", () => {
  let server: Server;
  let url: URL;
  let respond: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/music/`);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const run = () => remoteOperations({ server: url, key: "k", userAgent: "t" })(call, waiting);

  it("are sent with the key below the path of the server", async () => {
    const seen: unknown[] = [];
    respond = (request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        seen.push(request.url, request.headers.authorization, JSON.parse(body));
        response.end('{"data":{"library":{"files":12}}}');
      });
    };

    const outcome = await run();

    expect(outcome).toEqual({ data: { library: { files: 12 } } });
    const { document: query, operationName, variables } = call;
    expect(seen).toEqual(["/music/graphql", "Bearer k", { query, operationName, variables }]);
  });

  it.each<[string, RequestListener]>([
    ["no JSON", (_request, response) => response.writeHead(502).end("<html>Bad gateway</html>")],
    ["other JSON", (_request, response) => response.end('{"hello":"there"}')],
    ["a redirect", (_request, response) => response.writeHead(302, { location: "/" }).end()],
    ["a broken connection", (request) => request.socket.destroy()],
  ])("fail with what to do next, not with an exception: %s", async (_, listener) => {
    respond = listener;

    const { isError, content } = toolAnswerFrom(await run());

    expect(isError).toBe(true);
    expect(content).toMatchObject([
      { text: expect.stringMatching(/^SERVER_UNREACHABLE: .*\/graphql .*check --server/) },
    ]);
  });
});
