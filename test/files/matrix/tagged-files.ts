import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ThreadedAudioDigests } from "../../../src/adapters/library/audio-stream/threaded-audio-digests.js";
import { DiskTagFiles } from "../../../src/adapters/library/tag-writing/disk-tag-files.js";
import { withTagging } from "../../../src/composition/compose-commands.js";
import { configFrom } from "../../../src/config/config.js";
import type { TagField, TagItem } from "../../../src/domain/tagging/tag-field.js";
import { tagKinds } from "../../../src/domain/tagging/tag-settings.js";
import { findTaggedValues, type TaggedValues } from "../../../src/domain/tagging/tagged-values.js";
import { isChange, type TagDecision } from "../../../src/services/tagging/tag-decision.js";
import { offline } from "../../application/offline.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { differenceOf, type Cells } from "./cells.js";
import { readTags, type OtherReading } from "./other-readers.js";
import type { PlacedFile } from "./placed-files.js";

const never = new AbortController().signal;

const settings = {
  kinds: tagKinds,
  notation: "camelot",
  minConfidence: 0,
  bpmDecimals: 0,
  isOverwriting: true,
} as const;

/** Where the database and the journal are. */
interface TaggingPlaces {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  /** A file with the paths of all files as JSON. */
  readonly list: string;
}

/** Writes all measured values into the tags of files, and takes that back; other readers say what became of the files. */
export async function tagAndUndo(
  files: readonly PlacedFile[],
  { databaseUrl, dataFolder, list }: TaggingPlaces,
  cells: Cells,
): Promise<void> {
  const config = configFrom({ ...offline, DATA_DIR: dataFolder, DATABASE_URL: databaseUrl });
  const audible = files.filter(
    ({ odd }) => !odd.expected?.unreadable && !odd.expected?.undecodable,
  );
  const before = readTags(list);
  const read = await disagreementsIn(audible);
  const written = new Map<PlacedFile, readonly TagDecision[]>();
  await withTagging(config, async ({ tagging }) => {
    for (const file of audible) {
      const plan = await tagging.write(await tagging.plan(file.path, settings, never), never);
      const fields = plan.decisions.filter(isChange);
      const { untagged } = file.odd.expected ?? {};
      if (plan.problem !== undefined) cells.refuse(file, "tag", plan.problem, untagged);
      else written.set(file, fields);
    }
  });
  const after = readTags(list);
  const readAgain = await disagreementsIn([...written.keys()]);
  for (const [file, decisions] of written) {
    const { path, odd } = file;
    const fields = decisions.map(({ field }) => field).join(" ");
    cells.set(
      ...([file, "tag", fields === "" ? "nothing to write" : fields] as const),
      odd.expected?.untagged && "it is not refused",
      wrongTags(before[path], after[path], decisions),
      ...[read.get(file), readAgain.get(file)].filter((one) => one !== undefined),
    );
  }
  await withTagging(config, async ({ tagging }) => {
    const byPath = new Map([...written.keys()].map((file) => [file.path, file]));
    for await (const { path, restored, changedSince, problem } of tagging.undo(never)) {
      const file = byPath.get(path);
      if (!file) continue;
      const isEqual = Buffer.from(file.bytes).equals(await readFile(path));
      cells.set(
        file,
        "undo",
        isEqual ? "byte for byte" : "other bytes",
        problem,
        changedSince.length > 0 ? `${changedSince.join()} stay` : undefined,
        isEqual ? undefined : `${restored.join()} are restored, and the bytes differ`,
      );
    }
  });
  for (const file of audible) {
    const isTouched =
      written.has(file) || Buffer.from(file.bytes).equals(await readFile(file.path));
    if (!isTouched) cells.set(file, "undo", "other bytes", "a refused file was changed");
  }
}

/** Returns how what a scan reads in files differs from what a writer of tags finds there. */
async function disagreementsIn(
  files: readonly PlacedFile[],
): Promise<ReadonlyMap<PlacedFile, string>> {
  const writer = new DiskTagFiles({
    digests: new ThreadedAudioDigests(),
    unfinishedFolder: join(tmpdir(), "overtone-unfinished"),
  });
  const scan = new InProcessTagReader();
  const found = new Map<PlacedFile, string>();
  for (const file of files) {
    const content = await writer.read(file.path);
    if ("problem" in content) continue;
    const folder = dirname(file.path);
    const path = { folder, relativePath: basename(file.path) };
    const reading = await scan.readFile({ folders: [folder], file: path });
    const tagged = "problem" in reading ? undefined : reading.tags?.tagged;
    const own = findTaggedValues(firstTexts(content.items), { artists: [] });
    const difference = differenceOf("what a scan reads", valuesOf(tagged), valuesOf(own));
    if (difference !== undefined) found.set(file, difference);
  }
  return found;
}

/** Returns the first text of each field. */
const firstTexts = (items: readonly TagItem[]): ReadonlyMap<TagField, string> =>
  new Map(items.toReversed().map(({ field, value }) => [field, value]));

/** Returns the values that are written, without ids. */
const valuesOf = ({ tempo, key, trackGain, trackPeak }: Partial<TaggedValues> = {}) => ({
  ...{ tempo, key, trackGain, trackPeak },
});

/** Returns how what another reader finds differs from what was written and from what was there, or `undefined`. */
function wrongTags(
  before: OtherReading | undefined,
  after: OtherReading | undefined,
  decisions: readonly TagDecision[],
): string | undefined {
  if (before?.others === undefined || after === undefined) return undefined;
  const others = differenceOf("what Mutagen reads of other tags", after.others, before.others);
  const unread = decisions.filter(({ field, value }) => {
    const found = field === "bpm" ? after.tempo : field === "key" ? after.key : undefined;
    return found !== undefined && !found.includes(value);
  });
  const missing = unread.map(({ field }) => `Mutagen does not read the ${field}`);
  return others ?? missing[0];
}
