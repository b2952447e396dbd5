import { connect } from "node:net";
import { once } from "node:events";
import { pinnedLookup } from "../../../src/adapters/outbound/public-only-agent.js";
import { StandInProviderServer } from "../../fakes/stand-in-provider-server.js";

describe("A pinned look-up", () => {
  it.each([true, false])(
    "returns the given address (several families at once: %p)",
    async (autoSelectFamily) => {
      const server = await StandInProviderServer.open();
      const lookup = pinnedLookup(["127.0.0.1"]);

      const socket = connect({ host: "localhost", port: server.port, lookup, autoSelectFamily });
      await once(socket, "connect");
      const reached = socket.remoteAddress;
      socket.destroy();
      await server.close();

      expect(reached).toBe("127.0.0.1");
    },
  );
});
