import { acceptedType, jsonTypes } from "../../../src/http/negotiation/accepted-type.js";

const offered = ["application/json", "text/csv", "audio/x-mpegurl"];

describe("The media type of a response", () => {
  it.each([
    [undefined, "application/json"],
    ["", "application/json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["APPLICATION/JSON", "application/json"],
    ["application/json; charset=utf-8", "application/json"],
    ["text/csv; header=present; q=0.9, text/html", "text/csv"],
    ["text/csv, */*;q=0.1", "text/csv"],
    ["application/json;q=0.1, text/*", "text/csv"],
    ["*/*, application/json;q=0", "text/csv"],
    ["audio/*;q=0.4, text/csv;q=0.4", "text/csv"],
    ["text/csv, */*", "text/csv"],
    ["text/csv, application/json", "text/csv"],
    ["application/json, text/csv", "application/json"],
    ["nonsense, text/csv", "text/csv"],
  ])("is, for a client that accepts %j, %s", (accept, expected) => {
    expect(acceptedType({ headers: { accept } }, offered)).toBe(expected);
  });

  it.each(["text/html", "application/json;q=0", "image/*", "nonsense", "*/*;q=0"])(
    "is none for a client that accepts %j",
    (accept) => {
      expect(acceptedType({ headers: { accept } }, offered)).toBeUndefined();
    },
  );

  it("is JSON also for a client that only knows problem details", () => {
    const headers = { accept: "application/problem+json" };

    expect(acceptedType({ headers }, jsonTypes)).toBe("application/problem+json");
  });
});
