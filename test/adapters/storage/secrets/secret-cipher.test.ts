import {
  decryptSecret,
  encryptSecret,
} from "../../../../src/adapters/storage/secrets/secret-cipher.js";

const key = Buffer.alloc(32, 1);

describe("An encrypted secret", () => {
  it("is decrypted with its key and id", () => {
    const text = encryptSecret("whsec_c2VjcmV0", key, "wh_one");

    expect(text).toMatch(/^v1:[A-Za-z0-9+/]+=*$/);
    expect(decryptSecret(text, key, "wh_one")).toBe("whsec_c2VjcmV0");
  });

  it("is a different text each time", () => {
    const first = encryptSecret("whsec_c2VjcmV0", key, "wh_one");
    const second = encryptSecret("whsec_c2VjcmV0", key, "wh_one");

    expect(first).not.toBe(second);
  });

  it("is not decrypted with another key or id, or when damaged", () => {
    const text = encryptSecret("whsec_c2VjcmV0", key, "wh_one");
    const bytes = Buffer.from(text.slice(3), "base64");
    const damaged = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at]! ^= 1;
      return `v1:${copy.toString("base64")}`;
    });
    const shortened = [...bytes.keys()].map(
      (length) => `v1:${bytes.subarray(0, length).toString("base64")}`,
    );

    expect(decryptSecret(text, Buffer.alloc(32, 2), "wh_one")).toBeUndefined();
    expect(decryptSecret(text, key, "wh_two")).toBeUndefined();
    for (const other of [...damaged, ...shortened]) {
      expect(decryptSecret(other, key, "wh_one")).toBeUndefined();
    }
  });
});
