import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";

/** How a stand-in for a music server sends audio. */
export interface AudioBehaviour {
  /** Cuts the connection after so many bytes of each reply. */
  readonly cutAfterBytes?: number;
  /** Sends the whole file, whatever part is asked for, and names no version. */
  readonly isWithoutRanges?: boolean;
  /** States no length. */
  readonly isWithoutLength?: boolean;
  /** Sends nothing of the audio before this is over. */
  readonly sentAfter?: Promise<void>;
  /** Sends these bytes in place of the file, as a server that transcodes does. */
  readonly transcoded?: Uint8Array;
}

/** The headers that name the version of a file. */
type Validators = Readonly<Record<string, string>>;

/** Sends files as music servers do: whole, or the rest of the same version. */
export class StandInAudio {
  behaviour: AudioBehaviour = {};
  /** The highest number of files that were being sent at the same time. */
  mostAtOnce = 0;
  #sending = 0;

  /** @param validatorsOf the headers that name the version of a file; by default a strong tag */
  constructor(private readonly validatorsOf: (file: Uint8Array) => Validators = tagOf) {}

  /** Sends a file, or from its byte on what is asked for, unless the version is said to be another one. */
  send(file: Uint8Array, asked: IncomingHttpHeaders, response: ServerResponse): void {
    const { transcoded, isWithoutRanges = false, isWithoutLength = false } = this.behaviour;
    const whole = transcoded ?? file;
    const validators = this.validatorsOf(whole);
    const [, from] = /^bytes=(\d+)-$/.exec(asked.range ?? "") ?? [];
    const version = asked["if-range"];
    const isSame = version === undefined || Object.values(validators).includes(String(version));
    const isPart = from !== undefined && isSame && !isWithoutRanges;
    const start = isPart ? Number(from) : 0;
    const sent = whole.subarray(start);
    response.writeHead(isPart ? 206 : 200, {
      "content-type": "audio/x-any",
      ...(!isWithoutLength && { "content-length": sent.length }),
      ...(!isWithoutRanges && validators),
      ...(isPart && { "content-range": `bytes ${start}-${whole.length - 1}/${whole.length}` }),
    });
    this.#sending += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#sending);
    response.on("close", () => (this.#sending -= 1));
    const { cutAfterBytes = Infinity, sentAfter } = this.behaviour;
    const send = (): void => {
      if (sent.length <= cutAfterBytes) response.end(sent);
      else response.write(sent.subarray(0, cutAfterBytes), () => response.socket?.end());
    };
    if (sentAfter === undefined) send();
    else void sentAfter.then(send);
  }
}

const tagOf = (file: Uint8Array): Validators => ({
  etag: `"${createHash("sha1").update(file).digest("hex")}"`,
});
