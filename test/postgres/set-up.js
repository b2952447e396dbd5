/** Runs once before all tests. Jest itself cannot load TypeScript; Node.js can by `import()`. */
export default async function setUp() {
  const { offerServer } = await import("./provided-server.js");
  await offerServer();
}
