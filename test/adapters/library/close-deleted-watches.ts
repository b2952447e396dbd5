// Closes watches of folders that are deleted at the same time, and prints how many. It is a program, because the package
// that watches can be loaded by one thread of a process only.
import { rmSync } from "node:fs";
import { NativeFolderChanges } from "../../../src/adapters/library/native-folder-changes.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { musicFolder, removeMusicFolders } from "./music-folder.js";

/** How often it is tried: about every fourth time, a folder is gone for the system and not yet for its watch. */
const TIMES = 60;

const changes = new NativeFolderChanges({ excluded: [], logger: new RecordingLogger() });
let closed = 0;
for (let time = 0; time < TIMES; time++) {
  const folder = await musicFolder({ "album/notes.txt": "" });
  const watch = await changes.watch(folder, () => undefined);
  const closing = watch.close();
  rmSync(folder, { recursive: true });
  await closing;
  closed += 1;
}
await removeMusicFolders();
process.stdout.write(`${closed}\n`);
