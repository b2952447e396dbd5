import { existsSync } from "node:fs";

/** The folder of package.json, which is above the sources, the compiled modules and the bundles alike. */
const root = folderOfPackage(new URL("./", import.meta.url));

/** Returns the URL of a file or folder of the package, e.g. "schema/openapi.yaml". */
export const packageFile = (path: string): URL => new URL(path, root);

function folderOfPackage(folder: URL): URL {
  const isPackage = existsSync(new URL("package.json", folder));
  return isPackage ? folder : folderOfPackage(new URL("../", folder));
}
