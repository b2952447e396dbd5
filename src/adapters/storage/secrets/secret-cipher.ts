import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Prefix of an encrypted secret, the version of its format; no secret in clear text begins with it. */
export const ENCRYPTED_PREFIX = "v1:";

/** Sizes of key, nonce and tag in AES-256-GCM, bytes. Source: NIST SP 800-38D, section 5.2.1. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret with AES-256-GCM, as `v1:` and the base 64 of nonce, tag and ciphertext.
 *
 * @param key 32 bytes
 * @param id of the secret's row; authenticated too, so that the secret cannot be moved to another row
 */
export function encryptSecret(secret: string, key: Uint8Array, id: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(id));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  return ENCRYPTED_PREFIX + sealed.toString("base64");
}

/**
 * Decrypts a result of `encryptSecret`; returns `undefined` where the key or the id is another one, or
 * the text is damaged.
 */
export function decryptSecret(text: string, key: Uint8Array, id: string): string | undefined {
  const sealed = Buffer.from(text.slice(ENCRYPTED_PREFIX.length), "base64");
  const ciphertextAt = NONCE_BYTES + TAG_BYTES;
  if (sealed.length < ciphertextAt) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, ciphertextAt));
  const start = decipher.update(sealed.subarray(ciphertextAt));
  try {
    return Buffer.concat([start, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
