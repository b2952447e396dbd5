import type { RunningServer } from "../../../src/server/server.js";
import { visit, type Visit, type Browser, type Page } from "../browser.js";

/** Opens the map as a reader who is signed in. */
export async function openMap(
  browser: Browser,
  { services, url }: RunningServer,
  options: Parameters<typeof visit>[2] = {},
): Promise<Visit> {
  await services.access.issue({ name: "map", scopes: ["read"] });
  const link = await services.sessions.issueLink(["read"]);
  const visited = await visit(browser, `${url}/#session=${link}`, options);
  await visited.page.goto(`${url}/#/map`);
  return visited;
}

export type Place = readonly [x: number, y: number];

/** Moves fingers over the map, from one list of their places to the next, and lifts them. */
export async function touch(page: Page, steps: readonly (readonly Place[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [step, fingers] of steps.entries()) {
    const pixels = await Promise.all(fingers.map((finger) => pixelsOf(page, finger)));
    await session.send("Input.dispatchTouchEvent", {
      type: step === 0 ? "touchStart" : "touchMove",
      touchPoints: pixels.map(([x, y], id) => ({ x, y, id })),
    });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Returns the pixels of a point of the whole map: shares of its axes. */
async function pixelsOf(page: Page, [x, y]: Place): Promise<Place> {
  const map = page.getByRole("application");
  await map.scrollIntoViewIfNeeded();
  const { x: left, y: top, width, height } = (await map.boundingBox())!;
  return [left + x * width, top + (1 - y) * height];
}

export async function clickAt(page: Page, place: Place): Promise<void> {
  await page.mouse.click(...(await pixelsOf(page, place)));
}

export async function dragOver(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(...(await pixelsOf(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await pixelsOf(page, to)), { steps: 5 });
  await page.mouse.up();
}
