import { request } from "undici";
import { AddressRefusedError } from "../../../src/adapters/outbound/address-refused-error.js";
import {
  createPublicOnlyAgent,
  type OpenConnection,
} from "../../../src/adapters/outbound/public-only-agent.js";

/** Opens nothing, and records the requested connections. */
function recordingOpen(): { readonly open: OpenConnection; readonly opened: string[][] } {
  const opened: string[][] = [];
  const open: OpenConnection = (addresses, _options, callback) => {
    opened.push([...addresses]);
    callback(new Error("nothing is opened in this test"), null);
  };
  return { open, opened };
}

describe("The agent for public addresses", () => {
  it.each([
    "127.0.0.1",
    "[::1]",
    "10.0.0.1",
    "169.254.169.254",
    "[::ffff:10.0.0.1]",
    "2130706433",
    "0x7f.1",
  ])("refuses https://%s before it connects", async (host) => {
    const { open, opened } = recordingOpen();
    const dispatcher = createPublicOnlyAgent({ open });

    const attempt = request(`https://${host}/`, { dispatcher });

    await expect(attempt).rejects.toThrow(AddressRefusedError);
    expect(opened).toEqual([]);
  });

  it.each([
    ["a private address", ["10.0.0.1"]],
    ["loopback", ["::1"]],
    ["a public and a private address", ["93.184.215.14", "192.168.0.1"]],
    ["no address", []],
  ])("refuses a name that resolves to %s before it connects", async (_what, addresses) => {
    const { open, opened } = recordingOpen();
    const dispatcher = createPublicOnlyAgent({ open, resolve: () => Promise.resolve(addresses) });

    const attempt = request("https://rebinding.example/", { dispatcher });

    await expect(attempt).rejects.toThrow(AddressRefusedError);
    expect(opened).toEqual([]);
  });

  it("connects to the addresses that it has checked, even if the name resolves to others later", async () => {
    const { open, opened } = recordingOpen();
    const answers = [["93.184.215.14"], ["127.0.0.1"]];
    const resolve = (): Promise<string[]> => Promise.resolve(answers.shift() ?? []);
    const dispatcher = createPublicOnlyAgent({ open, resolve });

    const attempt = request("https://rebinding.example/", { dispatcher });

    await expect(attempt).rejects.toThrow("nothing is opened");
    expect(opened).toEqual([["93.184.215.14"]]);
  });

  it("reports that a name cannot be resolved", async () => {
    const { open, opened } = recordingOpen();
    const resolve = (): Promise<never> => Promise.reject(new Error("no such name"));
    const dispatcher = createPublicOnlyAgent({ open, resolve });

    const attempt = request("https://nowhere.example/", { dispatcher });

    await expect(attempt).rejects.toThrow("no such name");
    expect(opened).toEqual([]);
  });
});
