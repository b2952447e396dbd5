/** The host resolves to an address that untrusted URLs may not lead to. */
export class AddressRefusedError extends Error {
  constructor(host: string) {
    super(`"${host}" is not an address of the public internet`);
    this.name = "AddressRefusedError";
  }
}
