import { composeAccess } from "./compose-access.js";
import { composeAnalyses } from "./compose-analyses.js";
import { composeCatalogue } from "./compose-catalogue.js";
import { composeQueue } from "./compose-jobs.js";
import { composeIdentification } from "./compose-identification.js";
import { composeLibraryFiles } from "./compose-library-files.js";
import { composeLibrary } from "./compose-library.js";
import { composeRuntime } from "./compose-runtime.js";
import { composeProviders, composeSearch } from "./compose-search.js";
import { composeLifecycle, composeOperations } from "./compose-server.js";
import { composeStorage } from "./compose-storage.js";
import { composeWebhooks } from "./compose-webhooks.js";
import { WorkerArranger } from "../adapters/likeness/worker-arranger.js";
import type { Implementations } from "./implementations.js";
import type { Config } from "../config/config.js";
import type { Application } from "../services/services.js";

/**
 * Composes the application. Tests pass fakes in `given`.
 *
 * @throws {StartError} the database cannot be opened or is of a newer version
 */
export async function compose(
  config: Config,
  given: Partial<Implementations> = {},
): Promise<Application> {
  const runtime = await composeRuntime({ config, given });
  const storage = await composeStorage({ config, runtime, given });
  const files = await composeLibraryFiles({ config, runtime, storage, given });
  const providers = composeProviders({ config, runtime, storage, files, given });
  const search = composeSearch({ config, runtime, storage, providers });
  const callers = composeAccess({ config, runtime, storage, files, given });
  const queue = composeQueue({ config, runtime, storage, given });
  const webhooks = composeWebhooks({ config, runtime, storage, callers, queue });
  const analyses = composeAnalyses({
    config,
    runtime,
    storage,
    files,
    providers,
    search,
    queue,
    webhooks,
  });
  const arranger = given.arranger ?? new WorkerArranger();
  const catalogue = composeCatalogue({ config, runtime, storage, files, search, arranger });
  const identification = composeIdentification({
    config,
    runtime,
    storage,
    providers,
    search,
    catalogue,
  });
  const library = composeLibrary({
    config,
    runtime,
    storage,
    files,
    search,
    queue,
    analyses,
    catalogue,
  });
  const operations = composeOperations({
    runtime,
    storage,
    callers,
    providers,
    queue,
    analyses,
    library,
  });
  const lifecycle = composeLifecycle({
    runtime,
    storage,
    files,
    providers,
    queue,
    webhooks,
    analyses,
    identification,
    arranger,
    library,
    operations,
  });
  return {
    ...lifecycle,
    logger: runtime.logger,
    tracer: runtime.tracer,
    services: {
      ...search,
      ...callers,
      ...analyses.services,
      performanceLinking: analyses.performanceLinking,
      ...catalogue,
      ...library.services,
      ...operations.services,
      ...identification.services,
      webhooks: webhooks.webhooks,
      failures: runtime.failureLog,
    },
  };
}
