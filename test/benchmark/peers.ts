/** The work of a peer on the same samples, mono, full scale +-1. */
type Measure = (samples: Float32Array, sampleRate: number) => unknown;

/**
 * A library with some of the features of the engine. `measure` is absent if it is not installed.
 */
export interface Peer {
  readonly name: string;
  readonly packageName: string;
  readonly measure?: Measure;
}

/** Returns the peers, installed or not. */
export async function findPeers(): Promise<readonly Peer[]> {
  return Promise.all([
    findPeer("essentia.js, rhythm and key", "essentia.js", essentiaMeasure),
    findPeer("music-tempo, tempo and beats", "music-tempo", musicTempoMeasure),
    findPeer("meyda, chroma and loudness", "meyda", meydaMeasure),
  ]);
}

async function findPeer(
  name: string,
  packageName: string,
  measureFrom: (module: never) => Measure,
): Promise<Peer> {
  try {
    const module = (await import(packageName)) as never;
    return { name, packageName, measure: measureFrom(module) };
  } catch {
    return { name, packageName };
  }
}

interface EssentiaModule {
  readonly default: {
    readonly Essentia: new (wasm: unknown) => {
      arrayToVector(samples: Float32Array): unknown;
      RhythmExtractor2013(signal: unknown): unknown;
      KeyExtractor(signal: unknown): unknown;
    };
    readonly EssentiaWASM: unknown;
  };
}

function essentiaMeasure(module: EssentiaModule): Measure {
  const { Essentia, EssentiaWASM } = module.default;
  const essentia = new Essentia(EssentiaWASM);
  return (samples, sampleRate) => {
    // Its extractors accept only 44.1 kHz.
    const repeat = Math.round(44_100 / sampleRate);
    const signal = new Float32Array(samples.length * repeat);
    for (let i = 0; i < signal.length; i++) signal[i] = samples[Math.floor(i / repeat)] ?? 0;
    const vector = essentia.arrayToVector(signal);
    return [essentia.RhythmExtractor2013(vector), essentia.KeyExtractor(vector)];
  };
}

interface MusicTempoModule {
  readonly default: new (samples: Float32Array) => unknown;
}

function musicTempoMeasure({ default: MusicTempo }: MusicTempoModule): Measure {
  return (samples) => new MusicTempo(samples);
}

interface MeydaModule {
  readonly default: {
    sampleRate: number;
    bufferSize: number;
    extract(features: readonly string[], frame: Float32Array): unknown;
  };
}

function meydaMeasure({ default: meyda }: MeydaModule): Measure {
  return (samples, sampleRate) => {
    meyda.sampleRate = sampleRate;
    meyda.bufferSize = 2048;
    for (let start = 0; start + 2048 <= samples.length; start += 1024) {
      meyda.extract(["chroma", "loudness"], samples.subarray(start, start + 2048));
    }
  };
}
