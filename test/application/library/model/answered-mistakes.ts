import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApplicationUnderTest } from "../../application-under-test.js";
import { mistakesOfDialects } from "./dialect-mistakes.js";
import { mistakesOfExports } from "./export-mistakes.js";
import { mistakesOfGraphql } from "./graphql-mistakes.js";
import type { LibraryFacts } from "./library-facts.js";
import type { Ask } from "./listed-recordings.js";
import type { SharedThreads } from "./model-server.js";
import { mistakesOfRest } from "./rest-mistakes.js";
import { mistakesOfTags } from "./tag-mistakes.js";

/** Asks the edges of a server, with a key of its own. */
export async function asking({ url, services }: ApplicationUnderTest): Promise<Ask> {
  const { token } = await services.access.issue({ name: "judge", scopes: ["read", "write"] });
  return (path, init) =>
    fetch(url + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init?.headers as Record<string, string>) },
    });
}

/**
 * Compares what all edges answer with what lies in the files; returns what differs, as sentences. Recordings
 * that no file holds any more are not judged.
 */
export async function mistakesOf(
  ask: Ask,
  facts: LibraryFacts,
  needs: { readonly databaseUrl: string; readonly threads: SharedThreads },
): Promise<readonly string[]> {
  const journal = await mkdtemp(join(tmpdir(), "overtone-journal-"));
  try {
    const all = await Promise.all([
      mistakesOfRest(ask, facts),
      mistakesOfExports(ask, facts),
      mistakesOfDialects(ask, facts),
      mistakesOfGraphql(ask, facts),
      mistakesOfTags(facts, { ...needs, journal }),
    ]);
    return all.flat();
  } finally {
    await rm(journal, { recursive: true });
  }
}
