import { connect } from "node:net";
import { openApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

const REQUEST = "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n";

/** A connection, with what was received on it, and when it was closed. */
interface Connection {
  send(text: string): void;
  received: string;
  isClosed: boolean;
}

function connectTo(url: string): Connection {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const connection: Connection = {
    send: (text) => void socket.write(text),
    received: "",
    isClosed: false,
  };
  socket.setEncoding("utf8").on("data", (part: string) => (connection.received += part));
  socket.on("error", () => undefined).on("close", () => (connection.isClosed = true));
  return connection;
}

const answersOn = ({ received }: Connection): number => received.split("HTTP/1.1 200").length - 1;

describe("An idle connection", () => {
  it("stays open for longer than proxies keep theirs, and clients are told", async () => {
    const application = await openApplicationUnderTest();
    const connection = connectTo(application.url);
    connection.send(REQUEST);
    await waitUntil(() => answersOn(connection) === 1);

    await application.close();

    expect(connection.received).toMatch(/^Keep-Alive: timeout=75\r$/m);
    await waitUntil(() => connection.isClosed);
  });

  it("is closed after the time that is configured, and not while it is used", async () => {
    const application = await openApplicationUnderTest({}, { KEEP_ALIVE_SECONDS: "1" });
    const connection = connectTo(application.url);

    connection.send(REQUEST);
    await waitUntil(() => answersOn(connection) === 1);
    connection.send(REQUEST);
    await waitUntil(() => answersOn(connection) === 2);
    await waitUntil(() => connection.isClosed);

    expect(connection.received).toMatch(/^Keep-Alive: timeout=1\r$/m);
    await application.close();
  });
});
