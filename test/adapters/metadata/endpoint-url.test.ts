import { endpointUrl } from "../../../src/adapters/metadata/endpoint-url.js";

describe("The address of an endpoint", () => {
  it.each([
    ["https://mirror.example", "https://mirror.example/ws/2/recording"],
    ["https://mirror.example/", "https://mirror.example/ws/2/recording"],
    ["https://mirror.example/ws/2", "https://mirror.example/ws/2/recording"],
    ["https://mirror.example/ws/2/", "https://mirror.example/ws/2/recording"],
    ["http://127.0.0.1:9000/brainz", "http://127.0.0.1:9000/brainz/ws/2/recording"],
    ["http://127.0.0.1:9000/ws/2/brainz", "http://127.0.0.1:9000/ws/2/brainz/ws/2/recording"],
  ])("relative to %s is %s", (baseUrl, expected) => {
    const url = endpointUrl(baseUrl, "ws/2/recording");

    expect(url.href).toBe(expected);
  });

  it.each(["https://mirror.example", "https://mirror.example/2.0", "https://mirror.example/2.0/"])(
    "keeps its final slash relative to %s",
    (baseUrl) => {
      const url = endpointUrl(baseUrl, "2.0/");

      expect(url.href).toBe("https://mirror.example/2.0/");
    },
  );

  it("encodes its parameters, whatever they contain", () => {
    const url = endpointUrl("https://mirror.example", "search", { q: 'a "b" &c=+椎' });

    expect(url.searchParams.get("q")).toBe('a "b" &c=+椎');
  });
});
