import { foldersToScan } from "../../../src/services/library/library-folder-service.js";
import { libraryFile, MemoryLibraryStore } from "../../fakes/memory-library-store.js";

describe("The folders to scan", () => {
  it.each([
    ["the configured ones", false, ["/old"], true],
    ["the demo of a new library", true, [], true],
    ["the demo of a library that has a demo only", true, ["/opt/x/src/demo/library"], true],
    ["the demo of such a library on Windows", true, ["C:\\x\\src\\demo\\library"], true],
    ["not the demo beside other files", true, ["/opt/x/src/demo/library", "/music"], false],
    ["not the demo beside files below one", true, ["/opt/src/demo/library/rock"], false],
  ])("are %s", async (_which, isDemo, known, isScanned) => {
    const store = new MemoryLibraryStore(known.map((folder) => libraryFile("A", "B", { folder })));

    const folders = await foldersToScan({ folders: ["/demo"], isDemo }, store);

    expect(folders).toEqual(isScanned ? ["/demo"] : []);
  });
});
