import { ChangedPaths } from "../../../src/services/library/changed-paths.js";
import { ManualClock } from "../../fakes/manual-clock.js";

describe("Changed paths", () => {
  const clock = new ManualClock();
  let changed: ChangedPaths;
  beforeEach(() => (changed = new ChangedPaths(clock)));

  /** Returns the folders that are due after this time. */
  const dueAfter = (milliseconds: number) => {
    clock.advance(milliseconds);
    return changed.takeSettled().map((due) => due.changed);
  };

  it.each([
    ["the folder of one file", ["/music/a/one.mp3"], "/music/a"],
    ["the folder of two files", ["/music/a/one.mp3", "/music/a/two.mp3"], "/music/a"],
    ["the outer one of two folders", ["/music/a/one.mp3", "/music/a/b/two.mp3"], "/music/a"],
    ["the folder above two", ["/music/a/b/one.mp3", "/music/a/c/two.mp3"], "/music/a"],
    ["the library folder", ["/music/a/one.mp3", "/music/b/two.mp3"], "/music"],
    ["not a folder whose name begins like another", ["/music/a/one.mp3", "/music/ab/x"], "/music"],
    ["the library folder where that is meant", ["/music/a/one.mp3", "/music"], "/music"],
  ])("make due %s", (_, paths, folder) => {
    for (const path of paths) changed.add("/music", [path]);

    expect(dueAfter(1_000)).toEqual([folder]);
    expect(dueAfter(60_000)).toEqual([]);
  });

  it("are due a second after the last change", () => {
    changed.add("/music", ["/music/a/one.mp3"]);
    expect(dueAfter(999)).toEqual([]);
    changed.add("/music", ["/music/a/one.mp3"]);
    expect(dueAfter(999)).toEqual([]);
    expect(dueAfter(1)).toEqual(["/music/a"]);
  });

  it("are due after ten seconds where something changes without end", () => {
    let seconds = 0;
    for (; seconds < 60; seconds += 0.5) {
      changed.add("/music", ["/music/a/one.mp3"]);
      if (dueAfter(500).length > 0) break;
    }

    expect(seconds).toBe(9.5);
  });

  it("wait after a scan for four times its duration", () => {
    changed.pauseAfter("/music", 5_000);
    changed.add("/music", ["/music/a/one.mp3"]);
    changed.add("/other", ["/other/one.mp3"]);

    expect(dueAfter(19_999)).toEqual(["/other"]);
    expect(dueAfter(1)).toEqual(["/music/a"]);
  });
});
