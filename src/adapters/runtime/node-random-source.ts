import { randomBytes } from "node:crypto";
import type { RandomSource } from "../../ports/runtime/random-source.js";

/** Random bytes of the operating system. */
export class NodeRandomSource implements RandomSource {
  hex(byteCount: number): string {
    return randomBytes(byteCount).toString("hex");
  }
}
