import { join } from "node:path";
import { FileTagJournal } from "../../../../src/adapters/library/file-tag-journal.js";
import { FileTagReader } from "../../../../src/adapters/library/file-tag-reader.js";
import { DiskTagFiles } from "../../../../src/adapters/library/tag-writing/disk-tag-files.js";
import { SystemClock } from "../../../../src/adapters/runtime/system-clock.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { openDatabase } from "../../../../src/adapters/storage/database.js";
import { tagKinds, type TagSettings } from "../../../../src/domain/tagging/tag-settings.js";
import { MeasuredFiles } from "../../../../src/services/tagging/measured-files.js";
import { tagValuesFrom } from "../../../../src/services/tagging/tag-values.js";
import { TaggingService } from "../../../../src/services/tagging/tagging-service.js";
import { TaggedPaths } from "../../../../src/services/tagging/tagged-paths.js";
import { InProcessTagReader } from "../../../fakes/in-process-readers.js";
import type { LibraryFacts } from "./library-facts.js";
import type { SharedThreads } from "./model-server.js";

const SETTINGS: TagSettings = {
  kinds: tagKinds,
  notation: "plain",
  minConfidence: 0,
  bpmDecimals: 2,
  isOverwriting: true,
};

/** Compares what `overtone tag --write` would write with what lies in each file. */
export async function mistakesOfTags(
  facts: LibraryFacts,
  needs: {
    readonly databaseUrl: string;
    readonly threads: SharedThreads;
    /** The folder of the journal. */
    readonly journal: string;
  },
): Promise<readonly string[]> {
  const { analyzer, digests } = needs.threads;
  const clock = new SystemClock();
  const database = await openDatabase({ url: needs.databaseUrl });
  try {
    const analyses = new SqlAnalysisStore({ database, clock });
    const tagging = new TaggingService({
      files: new DiskTagFiles({ digests, unfinishedFolder: join(needs.journal, "unfinished") }),
      journal: new FileTagJournal({ folder: needs.journal, clock }),
      measured: new MeasuredFiles({ digests, analyses, analyzer }),
      written: new TaggedPaths({ digests, library: new SqlLibraryStore({ database, clock }) }),
      tags: new FileTagReader({ embedded: new InProcessTagReader() }),
      library: { reread: () => Promise.resolve() },
    });
    const mistakes: string[] = [];
    for (const { path, range, analysis } of facts.files) {
      const plan = await tagging.plan(path, SETTINGS, new AbortController().signal);
      const shown = plan.decisions.map(({ field, value }) => `${field} ${value}`).join();
      const values = plan.content ? tagValuesFrom(analysis, plan.content.format, SETTINGS) : [];
      const expected = values.map(({ field, value }) => `${field} ${value}`).join();
      if (range) {
        if (plan.problem === undefined)
          mistakes.push(`tag would write into ${path}, which a cue sheet divides.`);
      } else if (plan.problem !== undefined)
        mistakes.push(`tag has a problem with ${path}: ${plan.problem}.`);
      else if (shown !== expected)
        mistakes.push(`tag would write ${shown} to ${path}, not ${expected}.`);
    }
    return mistakes;
  } finally {
    await database.close();
  }
}
