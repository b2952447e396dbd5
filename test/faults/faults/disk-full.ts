import { spawnSync } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { addToLibrary, madeTrack } from "../music.js";
import { uploadOf, type FaultTrial } from "./fault-trial.js";

const DISK_MEGABYTES = 24;

/** Fills the disk of the database and the uploads, and frees it later. */
export async function diskFull(trial: FaultTrial): Promise<void> {
  const folder = await trial.run.folder();
  const disk = join(folder, "disk");
  const music = join(folder, "music");
  await mkdir(disk);
  const options = `size=${DISK_MEGABYTES}m`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk]);
  if (mounted.status !== 0) {
    // No disk of a user is filled instead; the report shows the trial as skipped, and not as passed.
    trial.skip("a small file system cannot be mounted here; root may");
    return;
  }
  trial.atEnd(() => Promise.resolve(spawnSync("umount", [disk])));
  const [first, second, third, sent, sentLater] = [1, 2, 3, 4, 5].map((number) =>
    madeTrack(number),
  );
  await addToLibrary(music, [first!, second!, third!]);
  const server = await trial.start({
    DATA_DIR: disk,
    LIBRARY_DIRS: music,
    LIBRARY_ANALYSIS: "off",
  });
  const kept = await trial.analysed(server, [first!]);

  const filler = join(disk, "filler");
  await fill(filler);
  await trial.tolerated("a search on a full disk", server.ask("/api/audio/search?track=Track"));
  await trial.tolerated("a stored analysis", server.analysisOf(first!.trackKey));
  await trial.tolerated("an analysis", server.analysisOf(second!.trackKey));
  await trial.tolerated("an upload", uploadOf(server, sent!));

  await rm(filler);
  for (const { trackKey } of [second!, third!]) {
    await trial.recovers(trackKey, () => server.analysisOf(trackKey));
  }
  for (const track of [sent!, sentLater!]) {
    await trial.recovers(`the upload of ${track.name}`, () => uploadOf(server, track));
  }
  await trial.checkKept(server, kept);
}

/** Writes until the disk is full. */
async function fill(path: string): Promise<void> {
  const file = await open(path, "w");
  const isFull = (error: NodeJS.ErrnoException): boolean => error.code === "ENOSPC";
  try {
    for (const size of [2 ** 20, 2 ** 12, 1]) {
      const part = Buffer.alloc(size);
      for (;;) await file.writeFile(part);
    }
  } catch (error) {
    if (!isFull(error as NodeJS.ErrnoException)) throw error;
  } finally {
    await file.close();
  }
}
