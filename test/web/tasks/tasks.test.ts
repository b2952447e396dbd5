import { removeMusicFolders } from "../../adapters/library/music-folder.js";
import { describeInBrowser, openBrowser, type Browser } from "../browser.js";
import type { MeasuredLibrary } from "../measured-library.js";
import { PAGE_TASKS } from "./page-tasks.js";
import { Person } from "./person.js";
import { openTaskLibrary } from "./task-library.js";

describeInBrowser("What people do with the page", () => {
  let library: MeasuredLibrary;
  let browser: Browser;

  beforeAll(async () => {
    library = await openTaskLibrary();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await library.close();
    await removeMusicFolders();
  });

  // So that a change of the page which costs people a click is seen in its commit.
  it.each(PAGE_TASKS)("takes $clicks clicks and $keys keys: $name", async (task) => {
    const { page } = await library.open(browser, "", { permissions: ["clipboard-write"] });
    const person = new Person(page);
    await page.getByRole("button", { name: "Sign out" }).waitFor();

    await task.run(person);

    expect({ clicks: person.clicks, keys: person.keys }).toEqual({
      clicks: task.clicks,
      keys: task.keys,
    });
    await page.context().close();
  });
});
