import { brotliDecompressSync, gunzipSync } from "node:zlib";
import {
  acceptedEncoder,
  contentEncoders,
  type ContentEncoder,
} from "../../../src/http/negotiation/content-encoders.js";

const never = new AbortController().signal;

const named = (name: string): ContentEncoder => ({ ...contentEncoders[0]!, name });

describe("The encoder of a response", () => {
  const encoders = ["zstd", "br", "gzip"].map(named);

  it.each([
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["GZIP;Q=0.5", "gzip"],
    ["br;q=0.2, gzip;q=0.8", "gzip"],
    ["zstd;q=0, br; q=0, gzip", "gzip"],
    ["*", "zstd"],
    ["zstd;q=0, *", "br"],
    ["gzip;q=0.5, identity;q=0.2", "gzip"],
    ["gzip, identity", "gzip"],
  ])("of a client that accepts %j is %s", (accepted, name) => {
    expect(acceptedEncoder(accepted, encoders)?.name).toBe(name);
  });

  it.each([
    undefined,
    "",
    "identity",
    "deflate",
    "gzip;q=0",
    "*;q=0",
    "gzip;q=0.2, identity;q=0.5",
    "gzip;q=high",
    "gzipped",
  ])("is none for %j", (accepted) => {
    expect(acceptedEncoder(accepted, encoders)).toBeUndefined();
  });
});

describe("The encoders", () => {
  it("include those that every supported Node.js has", () => {
    expect(contentEncoders.map(({ name }) => name)).toEqual(expect.arrayContaining(["br", "gzip"]));
  });

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("make what others read as %s", async (name, decompress) => {
    const body = Buffer.from("four on the floor ".repeat(200));
    const encoder = contentEncoders.find((one) => one.name === name)!;

    const compressed = await encoder.compress(body, never);

    expect(compressed.length).toBeLessThan(body.length / 10);
    expect(decompress(compressed)).toEqual(body);
  });

  it.each(contentEncoders)("end with those who wait for a body: $name", async (encoder) => {
    const body = Buffer.alloc(1_000_000);
    const leaving = new AbortController();

    const compressing = encoder.compress(body, leaving.signal);
    leaving.abort(new Error("left"));

    await expect(compressing).rejects.toThrow("left");
    const [one, other] = await Promise.all([
      encoder.compress(body, never),
      encoder.compress(body, never),
    ]);
    expect(one.length).toBeLessThan(body.length);
    expect(other).toBe(one);
  });
});
