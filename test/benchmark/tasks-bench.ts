import { chromiumPath, openBrowser } from "../tools/chromium.js";
import { removeMusicFolders } from "../adapters/library/music-folder.js";
import { PAGE_TASKS, type PageTask } from "../web/tasks/page-tasks.js";
import { Person } from "../web/tasks/person.js";
import { openTaskLibrary } from "../web/tasks/task-library.js";

const RUNS = 3;

/**
 * Seconds of a practised person for a click (to think of it, to point, to press and let go) and for a key.
 *
 * Source: Card, Moran, Newell, "The keystroke-level model for user performance time with interactive systems", 1980.
 */
const CLICK_SECONDS = 1.35 + 1.1 + 0.2;
const KEY_SECONDS = 0.28;

/** Prints clicks, keys and seconds of what people do with the page. Needs Chromium. */
export async function benchTasks(): Promise<void> {
  if (!chromiumPath) {
    console.log("Tasks: no Chromium to do them in.");
    return;
  }
  console.log(`What people do with the page, seconds as the median of ${RUNS} runs:`);
  console.log("  clicks  keys  person, s  page, s  task");
  for (const task of PAGE_TASKS) {
    const runs: Done[] = [];
    while (runs.length < RUNS) runs.push(await done(task));
    const { clicks, keys } = runs[0]!;
    const seconds = runs.map((run) => run.seconds).sort((one, other) => one - other);
    const person = clicks * CLICK_SECONDS + keys * KEY_SECONDS;
    const cells = [
      String(clicks).padStart(8),
      String(keys).padStart(6),
      person.toFixed(1).padStart(11),
      seconds[Math.floor(RUNS / 2)]!.toFixed(2).padStart(9),
    ];
    console.log(`${cells.join("")}  ${task.name}`);
  }
}

interface Done {
  readonly clicks: number;
  readonly keys: number;
  /** Time of the page and of the browser alone: nobody thinks or moves a hand. */
  readonly seconds: number;
}

/** Does a task with a library of its own, since some change it. */
async function done({ run }: PageTask): Promise<Done> {
  const library = await openTaskLibrary();
  const browser = await openBrowser();
  try {
    const { page } = await library.open(browser, "", { permissions: ["clipboard-write"] });
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.waitForLoadState("networkidle");
    const person = new Person(page);
    const startedAt = performance.now();
    await run(person);
    const seconds = (performance.now() - startedAt) / 1000;
    return { clicks: person.clicks, keys: person.keys, seconds };
  } finally {
    await browser.close();
    await library.close();
    await removeMusicFolders();
  }
}
