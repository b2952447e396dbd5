import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/**
 * Answers one request of streamable HTTP by a server of its own, in JSON: no session remains. Clients of all versions
 * of the protocol are served; those before 2026-07-28 begin with `initialize`, and others describe themselves in each
 * request.
 *
 * @param body the body of the request, parsed
 */
export async function answerAlone(
  create: () => Server,
  request: Request,
  body: unknown,
): Promise<Response> {
  if (!(await isLegacyRequest(request, body))) {
    // The tools never change, so nobody is told of changes.
    const handler = createMcpHandler(create, { legacy: "reject", maxSubscriptions: 0 });
    return handler.fetch(request, { parsedBody: body });
  }
  const server = create();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
