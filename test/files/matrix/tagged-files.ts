import { readFile } from "node:fs/promises";
import { withTagging } from "../../../src/composition/compose-commands.js";
import { configFrom } from "../../../src/config/config.js";
import { tagKinds } from "../../../src/domain/tagging/tag-settings.js";
import { isChange, type TagDecision } from "../../../src/services/tagging/tag-decision.js";
import { offline } from "../../application/offline.js";
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
  for (const [file, decisions] of written) {
    const { path, odd } = file;
    const fields = decisions.map(({ field }) => field).join(" ");
    cells.set(
      ...([file, "tag", fields === "" ? "nothing to write" : fields] as const),
      odd.expected?.untagged && "it is not refused",
      wrongTags(before[path], after[path], decisions),
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
