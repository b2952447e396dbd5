import { execFile, execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { requireFreshBuild } from "../../build/fresh-build.js";
import { offline } from "../offline.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const demo = join(root, "src/demo/library");
const SONGS = ["Kilowatt Choir - Afterburner.opus", "The Copper Wires - Gravel Road.wav"];

/** Runs a script where it may mount file systems that no other process sees. */
const UNSHARE = ["-Urm", "sh", "-ec"];

/** Whether this machine lets a user without rights mount something. */
function mayMount(): boolean {
  try {
    execFileSync("unshare", [...UNSHARE, "mount -t tmpfs none /mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

requireFreshBuild();

(mayMount() ? describe : describe.skip)(
  "The command line, with disks mounted in the library",
  () => {
    let folder: string;
    beforeEach(async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), "overtone-mounts-")));
      for (const name of ["lib/local", "lib/nas", "lib/bind", "other"]) {
        await mkdir(join(folder, name), { recursive: true });
      }
      await cp(join(demo, SONGS[0]!), join(folder, "lib/local", SONGS[0]!));
      await cp(join(demo, SONGS[1]!), join(folder, "other", SONGS[1]!));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    it("keeps their files while they are not mounted, and finds them at another device number", async () => {
      const script = `
      scan() { ${process.execPath} dist/cli/overtone.js scan 2>&1 || echo "exit code $?"; }
      cd "${folder}"; mount -t tmpfs none lib/nas; cp -p other/* lib/nas; mount --bind other lib/bind
      stat -c %d lib/nas > device; cd "${root}"; scan
      cd "${folder}"; umount lib/nas; umount lib/bind; rmdir lib/bind; cd "${root}"; scan
      cd "${folder}"; mount -t tmpfs none other -o size=1m; mount -t tmpfs none lib/nas
      cp -p "${demo}/${SONGS[1]!}" lib/nas; stat -c %d lib/nas > device-now; cmp -s device device-now && echo "same device"
      cd "${root}"; scan; ${process.execPath} dist/cli/overtone.js library list`;

      const { stdout } = await promisify(execFile)("unshare", [...UNSHARE, script], {
        env: {
          ...{ PATH: process.env["PATH"] ?? "", ...offline, LOG_LEVEL: "error" },
          ...{ DATA_DIR: join(folder, "data"), LIBRARY_DIRS: join(folder, "lib") },
        },
      });

      const nas = `${folder}/lib/nas`;
      const bind = `${folder}/lib/bind`;
      expect(stdout.replaceAll(/^(?:\(node|Database: ).*\n/gm, "").split("\n")).toEqual([
        "3 new, 0 changed, 0 moved, 0 deleted, 0 unchanged, 0 unreadable",
        ...[`${bind}: does not exist, where a disk was mounted`],
        ...[`${nas}: is empty, as where a disk is not mounted`],
        expect.stringMatching(/^The library keeps .* `overtone library remove PATH`\.$/),
        "0 new, 0 changed, 0 moved, 0 deleted, 1 unchanged, 0 unreadable",
        "exit code 1",
        `${bind}: does not exist, where a disk was mounted`,
        expect.stringMatching(/^The library keeps /),
        "0 new, 1 changed, 0 moved, 0 deleted, 1 unchanged, 0 unreadable",
        "exit code 1",
        expect.stringMatching(/FOLDER$/),
        `       3  configured        ${folder}/lib`,
        `       1  away              ${bind}  (does not exist, where a disk was mounted)`,
        "",
      ]);
    });
  },
);
