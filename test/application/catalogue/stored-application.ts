import { rm } from "node:fs/promises";
import { join } from "node:path";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { musicFolder } from "../../adapters/library/music-folder.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

/** An answer of the REST API. */
interface Answer {
  readonly status: number;
  readonly body: { readonly data: unknown; readonly recording?: unknown; readonly error?: unknown };
}

/** An application on a database in a file, which can be opened again, and a key that may write. */
export class StoredApplication {
  private constructor(
    private readonly folder: string,
    /** The application as it was opened last. */
    public application: ApplicationUnderTest,
    /** A key with the scopes read and write. */
    public writer: string,
  ) {}

  /** Opens one whose database has analyses. */
  static async open(analyses: readonly Analysis[]): Promise<StoredApplication> {
    const folder = await musicFolder();
    const database = await openDatabase({ url: urlIn(folder) });
    const store = new SqlAnalysisStore({ database });
    for (const analysis of analyses) await store.save(analysis);
    await database.close();
    const { application, writer } = await openedIn(folder);
    return new StoredApplication(folder, application, writer);
  }

  /** Closes the application, and opens it again on the same database. */
  async restart(): Promise<void> {
    await this.application.close();
    ({ application: this.application, writer: this.writer } = await openedIn(this.folder));
  }

  /** Sends a request, with the key that may write unless there is another. */
  async ask(method: string, at: string, body?: object, token = this.writer): Promise<Answer> {
    const response = await fetch(this.application.url + at, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  }

  /** Returns the entity tag of what is at a path. */
  async tagOf(at: string): Promise<string | null> {
    return (await this.application.get(at)).headers.get("etag");
  }

  async close(): Promise<void> {
    await this.application.close();
    await rm(this.folder, { recursive: true });
  }
}

const urlIn = (folder: string): string => `sqlite:${join(folder, "overtone.db")}`;

async function openedIn(
  folder: string,
): Promise<{ readonly application: ApplicationUnderTest; readonly writer: string }> {
  const application = await openApplicationUnderTest({}, { DATABASE_URL: urlIn(folder) });
  const issued = await application.services.access.issue({ name: "w", scopes: ["read", "write"] });
  return { application, writer: issued.token };
}
