import type { LibraryStore } from "../../ports/library/library-store.js";

/** Matches the demo library of any installation, because an update may have moved it. */
const DEMO_FOLDER = /[\\/]src[\\/]demo[\\/]library$/;

/**
 * Returns the folders that this server scans and reads. The demo library, which is the default
 * where no folder is configured, is left out as soon as the library has files of another folder: a
 * start without the setting must not add the demo to a real library.
 */
export async function foldersToScan(
  configured: { readonly folders: readonly string[]; readonly isDemo: boolean },
  store: Pick<LibraryStore, "listFolders">,
): Promise<readonly string[]> {
  if (!configured.isDemo) return configured.folders;
  const known = await store.listFolders();
  return known.every(({ folder }) => DEMO_FOLDER.test(folder)) ? configured.folders : [];
}
