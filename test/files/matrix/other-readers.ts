import { ffmpegSampleCount, ffprobe, python } from "../../adapters/decoder/other-programs.js";

/** What other programs read of a file; absent where they cannot read it. */
export interface OtherReading {
  /** Artists and title, by Mutagen; absent where it finds none. */
  readonly artist?: readonly string[];
  readonly title?: readonly string[];
  /** Tempo and key, by Mutagen. */
  readonly tempo?: readonly string[];
  readonly key?: readonly string[];
  /** All other tags of Mutagen, as text: what writing tempo, key, gain, mood and energy must not change. */
  readonly others?: Readonly<Record<string, string>>;
}

/**
 * Reads files by Mutagen. Of a name that several tags have, all values are given. What is ours to write is no part of
 * the other tags.
 */
const READ = `
import hashlib, json, sys
import mutagen
NAMES = {
    "artist": ("TPE1", "TP1", "artist", "\\xa9ART", "Author", "Artist", "IART"),
    "title": ("TIT2", "TT2", "title", "\\xa9nam", "Title", "INAM"),
    "tempo": ("TBPM", "bpm", "tmpo"),
    "key": ("TKEY", "initialkey", "----:com.apple.iTunes:initialkey"),
}
OURS = ("bpm", "key", "tmpo", "gain", "peak", "mood", "moo", "energylevel", "r128")
def texts(value):
    if hasattr(value, "text"): return [str(one) for one in value.text]
    if isinstance(value, (list, tuple)): return [one.decode("utf-8", "replace") if isinstance(one, bytes) else str(one) for one in value]
    return [str(value)]
def content(value):
    return hashlib.sha256(repr(value).encode("utf-8", "replace")).hexdigest()
def read(path):
    file = mutagen.File(path)
    tags = None if file is None else file.tags
    if tags is None: return {}
    pairs = list(tags) if isinstance(tags, list) else list(tags.items())
    found, others = {}, {}
    for name, value in pairs:
        for wanted, names in NAMES.items():
            if any(name.lower() == one.lower() for one in names): found.setdefault(wanted, []).extend(texts(value))
        if not any(one in name.lower() for one in OURS): others.setdefault(name, []).append(content(value))
    return {**found, "others": {name: ",".join(values) for name, values in others.items()}}
result = {}
for path in json.load(open(sys.argv[1])):
    try: result[path] = read(path)
    except Exception as error: result[path] = {"problem": str(error)}
json.dump(result, sys.stdout)
`;

/** Reads the tags of files by Mutagen. @param list the path of a file with their paths as JSON */
export const readTags = (list: string): Readonly<Record<string, OtherReading>> =>
  python(READ, list) as Readonly<Record<string, OtherReading>>;

/** Returns the length of the sound that ffmpeg decodes, seconds. */
export const ffmpegSeconds = (path: string): number =>
  ffmpegSampleCount(path) / Number(ffprobe(path, "stream=sample_rate"));
