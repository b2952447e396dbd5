import { connect } from "node:net";

/** An address of the documentation's networks, which no machine has. Source: RFC 5737. */
const FOREIGN_ADDRESS = "192.0.2.1";

/** Whether this process refuses connections to other machines before it opens them. */
export function refusesForeignAddresses(): boolean {
  try {
    const socket = connect({ host: FOREIGN_ADDRESS, port: 9 });
    socket.once("error", () => undefined).destroy();
    return false;
  } catch {
    return true;
  }
}
