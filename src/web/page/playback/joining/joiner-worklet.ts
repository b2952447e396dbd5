import { TrackJoiner, type JoinerMessage } from "./track-joiner.js";

/** What the thread that renders audio has, as far as it is used. Source: W3C, "Web Audio API", 2021. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (
  name: string,
  processor: new (options: { readonly numberOfInputs: number }) => AudioWorkletProcessor,
) => void;
declare const currentFrame: number;
declare const sampleRate: number;

/** Renders what is heard of the tracks that are its inputs. */
class JoinerProcessor extends AudioWorkletProcessor {
  readonly #joiner: TrackJoiner;

  constructor({ numberOfInputs }: { readonly numberOfInputs: number }) {
    super();
    this.#joiner = new TrackJoiner(numberOfInputs, sampleRate, (begun) => {
      this.port.postMessage(begun);
    });
    this.port.onmessage = ({ data }: MessageEvent<JoinerMessage>) => {
      this.#joiner.tell(data);
    };
  }

  process(
    inputs: readonly (readonly Float32Array[])[],
    [output]: readonly (readonly Float32Array[])[],
  ): boolean {
    const [left, right] = output ?? [];
    if (left && right) this.#joiner.render(currentFrame, inputs, [left, right]);
    return true;
  }
}

registerProcessor("track-joiner", JoinerProcessor);
