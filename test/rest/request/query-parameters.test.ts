import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import {
  onlyParametersOf,
  queryParametersOf,
  readableParametersOf,
} from "../../../src/rest/request/query-parameters.js";

const names = ["track", "artist"] as const;

describe("queryParametersOf", () => {
  it.each([
    ["/search?track=Money", "Money"],
    ["?track=Money", "Money"],
    ["/search?track=Four+on+the+Floor", "Four on the Floor"],
    ["/search?track=Four%2Bon%2bthe%2BFloor", "Four+on+the+Floor"],
    ["/search?track=Four%20on%20the%20Floor", "Four on the Floor"],
    ["/search?track=Beyonc%C3%A9", "Beyoncé"],
    ["/search?track=a=b", "a=b"],
    ["/search?%74rack=Money", "Money"],
    ["http://127.0.0.1/search?track=Money", "Money"],
  ])("reads %s", (url, track) => {
    expect(queryParametersOf(url, names)).toEqual({ track });
  });

  it("is empty without parameters and for empty ones, and ignores unknown ones", () => {
    expect(queryParametersOf("/search?track=&artist", names)).toEqual({});
    expect(queryParametersOf("/search", names)).toEqual({});
    expect(queryParametersOf("/search?&&__proto__=1&colour=red&colour=blue", names)).toEqual({});
  });

  it.each([
    ["/search?track=a&track=b", "track"],
    ["/search?track=a&artist=b&artist=b", "artist"],
    ["/search?track[a]=b", "track"],
    ["/search?track[]=b", "track"],
    ["/search?track[a%0Ab][]=b", "track"],
    ["/search?track=a&artist%5B0%5D=b", "artist"],
    ["/search?track=%zz", "track"],
    ["/search?track=%E0%A4%A", "track"],
    ["/search?track=%ED%A0%80", "track"],
    ["/search?track=%FF", "track"],
    ["/search?%zz=a", "query"],
  ])("refuses %s and names the parameter", (url, parameter) => {
    const read = (): unknown => queryParametersOf(url, names);

    expect(read).toThrow(InvalidInputError);
    expect(read).toThrow(expect.objectContaining({ facts: { parameter } }));
  });
});

describe("readableParametersOf", () => {
  it("reads what can be read, and refuses nothing", () => {
    const found = readableParametersOf("/search?track=a&track=b&artist=c&d=%zz", names);

    expect(found).toEqual({ artist: "c" });
  });
});

describe("onlyParametersOf", () => {
  it("reads the named parameters, and ignores parts without a name", () => {
    expect(onlyParametersOf("/search?&track=Money&&=a&", names)).toEqual({ track: "Money" });
    expect(onlyParametersOf("/search", names)).toEqual({});
  });

  it.each([
    ["/search?colour=red", "colour"],
    ["/search?track=a&colour=red", "colour"],
    ["/search?colour[of][it]=red", "colour"],
    ["/search?colour[a%0Ab]=red", "colour"],
    ["/search?__proto__=1", "__proto__"],
    ["/search?track[a]=b", "track"],
    ["/search?track=a&track=b", "track"],
  ])("refuses %s and names the parameter", (url, parameter) => {
    const read = (): unknown => onlyParametersOf(url, names);

    expect(read).toThrow(expect.objectContaining({ facts: { parameter } }));
  });
});
