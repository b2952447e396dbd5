import { connect } from "node:net";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const long = "a".repeat(200);
const trackKey = "bc24aaa5a97c70ed";
const analysis = "/api/audio/analysis";

describe("Bad input over REST", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({
      providers: [new FakeProvider("library", [candidate("Pink Floyd", "Money")])],
    });
  });

  afterEach(async () => {
    const response = await application.get("/api/audio/search?track=Money");

    expect(await response.json()).toMatchObject({ success: true, data: [{ trackKey }] });
    const alarms = application.logger.lines.filter(({ level }) => /warn|error/.test(level));
    expect(alarms).toEqual([]);
  });

  afterAll(() => application.close());

  it.each([
    ["no track", "/api/audio/search", "track"],
    ["an empty track", "/api/audio/search?track=", "track"],
    ["a track of spaces", "/api/audio/search?track=+%20%2B", "track"],
    ["201 characters", `/api/audio/search?track=${long}a`, "track"],
    ["201 characters of artist", `/api/audio/search?track=a&artist=${long}a`, "artist"],
    ["a name given in two ways", "/api/audio/search?track=a&name.track=a", "name.track"],
    ["a repeated track", "/api/audio/search?track=a&track=b", "track"],
    ["a repeated artist", "/api/audio/search?track=a&artist=b&artist=b", "artist"],
    ["a repeated limit", "/api/audio/search?track=a&limit=1&limit=1", "limit"],
    ["a nested track", "/api/audio/search?track[a]=b", "track"],
    ["a list of tracks", "/api/audio/search?track[]=b", "track"],
    ["a null byte", "/api/audio/search?track=a%00b", "track"],
    ["a null byte in the artist", "/api/audio/search?track=a&artist=%00", "artist"],
    ["an escape character", "/api/audio/search?track=%1b[31m", "track"],
    ["broken percent-encoding", "/api/audio/search?track=%zz", "track"],
    ["UTF-8 cut short", "/api/audio/search?track=%E0%A4%A", "track"],
    ["bytes that are not UTF-8", "/api/audio/search?track=%ff%fe", "track"],
    ["a limit of 0", "/api/audio/search?track=a&limit=0", "limit"],
    ["a limit of 51", "/api/audio/search?track=a&limit=51", "limit"],
    ["a limit of -1", "/api/audio/search?track=a&limit=-1", "limit"],
    ["a limit of 1.5", "/api/audio/search?track=a&limit=1.5", "limit"],
    ["a limit that is a text", "/api/audio/search?track=a&limit=ten", "limit"],
    ["a key of 15 characters", `${analysis}/${trackKey.slice(1)}`, "trackKey"],
    ["a key of 17 characters", `${analysis}/${trackKey}0`, "trackKey"],
    ["a key in upper case", `${analysis}/${trackKey.toUpperCase()}`, "trackKey"],
    ["a key with other letters", `${analysis}/gggggggggggggggg`, "trackKey"],
    ["a key with a null byte", `${analysis}/bc24aaa5a97c70e%00`, "trackKey"],
    ["a key with a line break", `${analysis}/${trackKey}%0a`, "trackKey"],
    ["a key that is a path", `${analysis}/..%2f..%2fetc%2fpasswd`, "trackKey"],
    ["a key that cannot be decoded", `${analysis}/%zz`, "path"],
    ["a picture of no key", "/artwork/nothing.svg", "trackKey"],
  ])("is refused: %s", async (_name, path, parameter) => {
    const response = await application.get(path);

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      success: false,
      data: null,
      error: {
        code: "INVALID_INPUT",
        message: expect.stringContaining(`"${parameter}"`) as string,
        parameter,
      },
    });
  });

  it.each([
    ["200 characters", long],
    ["200 characters outside the basic plane", encodeURIComponent("𝄞".repeat(200))],
    ["markup", encodeURIComponent("<script>alert('x')</script>")],
    ["a query language", encodeURIComponent("'; DROP TABLE tracks; --")],
    ["text that is not a regular expression", encodeURIComponent("([a-")],
    ["a name that objects have", "__proto__"],
  ])("does not include %s", async (_name, track) => {
    const response = await application.get(`/api/audio/search?track=${track}`);

    expect(response.status).toBe(200);
  });

  it.each([
    [
      "a URL larger than any header may be",
      () => `GET /${"a".repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
    ],
    ["a null byte in the request line", () => "GET /api\0 HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["text that is not a request", () => "let me in\r\n\r\n", 400],
    ["no host", () => "GET /health/live HTTP/1.1\r\n\r\n", 400],
  ])("is refused before it reaches a route: %s", async (_name, text, status) => {
    const answer = await sendRaw(text());

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it.each(["evil.example/path", "a b", "<script>", "user@host", '"'])(
    "does not change the URLs of pictures: the host %s",
    async (host) => {
      const answer = await sendRaw(
        `GET /api/audio/search?track=Money HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${application.token}\r\nConnection: close\r\n\r\n`,
      );

      expect(answer).toContain(`"thumbnailUrl":"${application.url}/artwork/placeholder.svg"`);
    },
  );

  function sendRaw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(application.url).port), "127.0.0.1");
      let answer = "";
      socket.setEncoding("utf8");
      socket.on("data", (part: string) => (answer += part));
      socket.on("end", () => resolve(answer)).on("error", reject);
      socket.write(text);
    });
  }
});
