/** Runs once after all tests. */
export default async function tearDown() {
  const { endServer } = await import("./provided-server.js");
  await endServer();
}
