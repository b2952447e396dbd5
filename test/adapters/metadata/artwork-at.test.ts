import { artworkAt } from "../../../src/adapters/metadata/artwork-at.js";
import { nonBlankText } from "../../../src/adapters/metadata/reply-shapes.js";

const none = { kind: "none" };

describe("The picture of a candidate", () => {
  it.each([
    "https://e-cdns-images.dzcdn.net/images/cover/0123/500x500.jpg",
    "https://8.8.8.8/cover.jpg",
    "https://[2606:4700::1111]/cover.jpg",
  ])("may have the URL %s", (url) => {
    expect(artworkAt(url)).toEqual({ kind: "remote", url });
  });

  it.each([
    "http://covers.example/a.jpg",
    "https://127.0.0.1/a.jpg",
    "https://2130706433/a.jpg",
    "https://10.1.2.3/a.jpg",
    "https://169.254.169.254/latest/meta-data",
    "https://192.168.0.1:8443/a.jpg",
    "https://[::1]/a.jpg",
    "https://[fd00::1]/a.jpg",
    "https://[::ffff:10.0.0.1]/a.jpg",
    "https://localhost/a.jpg",
    "https://covers.localhost./a.jpg",
    "https://router/a.jpg",
    "https://nas.local/a.jpg",
    "https://metadata.google.internal/a.jpg",
    "https://user:secret@covers.example/a.jpg",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
  ])("never has the URL %s", (url) => {
    expect(artworkAt(url)).toEqual(none);
  });

  it("has the first allowed URL", () => {
    const url = "https://covers.example/a.jpg";

    expect(artworkAt(undefined, "http://covers.example/b.jpg", url)).toEqual({
      kind: "remote",
      url,
    });
  });
});

describe("The name of a candidate", () => {
  it.each([
    ["a null character", "Mon\0ey", "Mon ey"],
    ["an escape sequence", "\u001b[31mMoney\u007f\u009b", "[31mMoney"],
    ["line breaks", "Money\r\n\tand\u2028time", "Money and time"],
    ["overridden directions", "\u202eyenoM\u202c \u2067!\u2069", "yenoM !"],
  ])("loses %s", (_what, sent, name) => {
    expect(nonBlankText.parse(sent)).toBe(name);
  });

  it.each(["06 - Cymbaline", "شمس\u200fالدين", "می\u200cخواهم", "👩\u200d🎤", "AC/DC", "椎名林檎"])(
    "stays as the provider spells it: %s",
    (sent) => {
      expect(nonBlankText.parse(sent)).toBe(sent);
    },
  );

  it("is absent when it has only control characters", () => {
    expect(nonBlankText.safeParse("\u0007 \u202e").success).toBe(false);
  });
});
