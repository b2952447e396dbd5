import { relative, sep } from "node:path";
import type { FolderChanges, FolderWatch } from "../../ports/library/folder-changes.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { type Exclusion, exclusionOf, isBelowExcluded } from "./excluded-names.js";

/**
 * Watches folders by what the operating system has for it, one watch for each folder of a tree. The
 * library for it is loaded when first used: a platform without its binary has no watching.
 */
export class NativeFolderChanges implements FolderChanges {
  readonly #isExcluded: Exclusion;

  /** @param needs `excluded` are names and glob patterns of files and folders whose changes are ignored */
  constructor(
    private readonly needs: { readonly excluded: readonly string[]; readonly logger: Logger },
  ) {
    this.#isExcluded = exclusionOf(needs.excluded);
  }

  async watch(folder: string, onChange: (paths: readonly string[]) => void): Promise<FolderWatch> {
    const { subscribe } = await import("@parcel/watcher");
    const subscription = await subscribe(folder, (error: Error | null, events) => {
      if (error) {
        // Some events were lost, so that anything in the folder may have changed.
        this.needs.logger.warn("Events of a library folder were lost.", { folder, error });
        return onChange([folder]);
      }
      const paths = events.map(({ path }) => path).filter((path) => !this.#isIgnored(folder, path));
      if (paths.length > 0) onChange(paths);
    });
    return {
      close: () =>
        subscription.unsubscribe().catch((error: unknown) => {
          // The system removes the watch of a folder that is deleted or unmounted, and refuses to remove it again.
          this.needs.logger.debug("A watch of a library folder had ended.", { folder, error });
        }),
    };
  }

  /** Whether a scan skips this path: it is hidden or excluded. */
  #isIgnored(folder: string, path: string): boolean {
    const below = relative(folder, path).split(sep).join("/");
    const isHidden = below.split("/").some((name) => name.startsWith("."));
    return isHidden || (below !== "" && isBelowExcluded(this.#isExcluded, below));
  }
}
