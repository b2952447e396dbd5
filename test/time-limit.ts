import { addEventHandler } from "jest-circus";

/** The longest that a test or a hook may take, where it states no limit of its own, in milliseconds. */
const DEFAULT_LIMIT_MS = 120_000;

/** The function, rejecting where it takes longer than the limit. The runner has no limit of its own. */
function limited(run: () => unknown, limitMs: number): () => Promise<void> {
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((_, reject) => {
      const message = `It took longer than the limit of ${limitMs} ms.`;
      timer = setTimeout(() => reject(new Error(message)), limitMs);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

addEventHandler((event, { currentDescribeBlock }) => {
  if (event.name !== "add_test" && event.name !== "add_hook") return;
  const added =
    event.name === "add_test"
      ? currentDescribeBlock.tests.at(-1)
      : currentDescribeBlock.hooks.at(-1);
  if (added) added.fn = limited(added.fn as () => unknown, added.timeout ?? DEFAULT_LIMIT_MS);
});
