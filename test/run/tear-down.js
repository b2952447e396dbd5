/** Runs once after all tests. */
export default async function tearDown() {
  const { removeTemporaryFolder } = await import("./temporary-folder.js");
  const { endServer } = await import("../postgres/provided-server.js");
  await endServer();
  removeTemporaryFolder();
}
