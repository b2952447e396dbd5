/** Runs once before all tests. Jest itself cannot load TypeScript; Node.js can by `import()`. */
export default async function setUp() {
  const { makeTemporaryFolder } = await import("./temporary-folder.js");
  const { offerServer } = await import("../postgres/provided-server.js");
  makeTemporaryFolder();
  await offerServer();
}
