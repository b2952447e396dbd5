import { connect } from "node:net";

describe("The tests' own network guard", () => {
  it.each(["192.0.2.1", "example.org", "10.0.0.1", "169.254.169.254", "2001:db8::1"])(
    "refuses %s before it connects",
    (host) => {
      const attempt = (): unknown => connect({ host, port: 9 });

      expect(attempt).toThrow("loopback alone");
    },
  );

  it("refuses fetch too", async () => {
    const attempt = fetch("http://192.0.2.1:9/");

    await expect(attempt).rejects.toThrow();
  });
});
