import { createServer as createTlsServer } from "node:https";
import { createServer, type AddressInfo, type Server } from "node:net";
import { SubsonicClient } from "../../../src/adapters/music-servers/opensubsonic/subsonic-client.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { neverAborted } from "../../../src/domain/abort-signals.js";
import { musicServer } from "../../fakes/music-servers.js";

/** A key and a certificate for 127.0.0.1 that nobody but itself has signed, for these tests only. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFx8ovmpwjc/h8UlK
LERZnfhQKmJ2sq3dpM5hTn12tomhRANCAATXyJt/xad330q8mUbaK3CNKbYKGbGg
Ogelp/vAPCUU/bKyYz3tGFcS1j2wIneEOhjnwSGlbofKC64TFLxw+CMl
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUWcAOoN0MVj5VLpN0oYs6/kUFdgUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyNzIxMDY1NloYDzIxMjYxMTAz
MjEwNjU2WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATXyJt/xad330q8mUbaK3CNKbYKGbGgOgelp/vAPCUU/bKyYz3tGFcS
1j2wIneEOhjnwSGlbofKC64TFLxw+CMlo2QwYjAdBgNVHQ4EFgQUtrL1S+jMk+cK
tSYkqjkc3F/jYPkwHwYDVR0jBBgwFoAUtrL1S+jMk+cKtSYkqjkc3F/jYPkwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IG1DJUOuuc9JbGPHDjiHCKSv4wvjPuQcK2gmpxVKDNBSAiEAkqw2+owl/VoKjpQt
0XC5pvH0ZCYmsqWDJEBZ+Lx4xZo=
-----END CERTIFICATE-----`;

describe("A music server with broken TLS", () => {
  let server: Server;

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  /** Returns what is wrong with a server that listens there, as a client finds it. */
  async function problemOf(listening: Server): Promise<string> {
    server = listening;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const client = new SubsonicClient(musicServer({ url: `https://127.0.0.1:${port}` }), {
      ...{ userAgent: "Test/1.0", clock: new SystemClock() },
    });
    const problem = await client.check(neverAborted()).then(
      () => "none",
      (error: unknown) => (error as Error).message,
    );
    await client.close();
    return problem;
  }

  it("has a certificate that is not accepted, and what to do is said", async () => {
    const received: string[] = [];
    const tls = createTlsServer({ key, cert }, (request, response) => {
      received.push(request.url ?? "");
      response.end("{}");
    });

    const problem = await problemOf(tls);

    expect(problem).toMatch(
      /^has a certificate that is not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    expect(problem).toMatch(/set NODE_EXTRA_CA_CERTS to its file$/);
    expect(received).toEqual([]);
  });

  it("is away where it breaks the handshake off", async () => {
    const broken = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.destroy());
    });

    expect(await problemOf(broken)).toMatch(/closed the connection/);
  });
});
