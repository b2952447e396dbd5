import type { LibraryStore } from "../../ports/library/library-store.js";

/** The demo library of any installation: an update may have put it elsewhere. */
const DEMO_FOLDER = /[\\/]src[\\/]demo[\\/]library$/;

/**
 * The folders that this server scans and reads. The demo library, which stands in where none is
 * configured, is left out as soon as the library holds files of another folder: a start without the
 * setting must not mix the demo into somebody's music.
 */
export async function foldersToScan(
  configured: { readonly folders: readonly string[]; readonly isDemo: boolean },
  store: Pick<LibraryStore, "listFolders">,
): Promise<readonly string[]> {
  if (!configured.isDemo) return configured.folders;
  const known = await store.listFolders();
  return known.every(({ folder }) => DEMO_FOLDER.test(folder)) ? configured.folders : [];
}
