import type { FileReading, FileToRead } from "../../src/adapters/library/tags/tag-exchange.js";
import { InProcessTagReader } from "./in-process-readers.js";

/** Reads tags when the test lets it, so that a scan runs until then. */
export class HeldTagReader extends InProcessTagReader {
  #release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => (this.#release = resolve));

  release(): void {
    this.#release();
  }

  override async readFile(file: FileToRead): Promise<FileReading> {
    await this.#released;
    return super.readFile(file);
  }
}
