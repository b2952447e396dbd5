import { AddressRefusedError } from "../../../src/adapters/outbound/address-refused-error.js";
import { publicAddressesOf } from "../../../src/adapters/outbound/public-addresses-of.js";

describe("The public addresses of a host", () => {
  it.each([
    ["a private address", ["10.0.0.1"]],
    ["loopback", ["::1"]],
    ["a public and a private address", ["93.184.215.14", "192.168.0.1"]],
    ["no address", []],
  ])("are refused for a name that resolves to %s", async (_what, addresses) => {
    const found = publicAddressesOf("rebinding.example", () => Promise.resolve(addresses));

    await expect(found).rejects.toThrow(AddressRefusedError);
  });

  it("are all those that a name resolves to", async () => {
    const addresses = ["93.184.215.14", "2606:4700::1111"];

    const found = publicAddressesOf("example.org", () => Promise.resolve(addresses));

    await expect(found).resolves.toEqual(addresses);
  });

  it("are an address itself, which is not resolved", async () => {
    const found = publicAddressesOf("93.184.215.14", () => Promise.reject(new Error("resolved")));

    await expect(found).resolves.toEqual(["93.184.215.14"]);
  });
});
