import { openUploading, song, wav, type Uploading } from "./uploading.js";

const BOUNDARY = "form-boundary";
const fieldOf = (name: string, text: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const fields = fieldOf("artist", song.artist) + fieldOf("track", song.track);
const fileHead = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
const fileText = wav.toString("latin1");
/** A text that fits into one read of a socket, and exceeds the buffer of a part. */
const shortText = fileText.slice(0, 40_000);
const end = `\r\n--${BOUNDARY}--\r\n`;

/** A valid form: the fields, the file, the last boundary. */
const good = fields + fileHead + fileText + end;
/** A file part that the parser skips, because it does not recognise its headers. */
const skippedFile = fileHead.replace("Content-Disposition: form-data", "Content-Dispositiom: ferm");
const wrongFirstBoundary = `--x${BOUNDARY.slice(1)}\r\nContent-Disposition: form-data\r\n\r\na\r\n`;

/** Sends a text, one byte a character. */
interface Sender {
  send(form: string): Promise<Response>;
}

describe("A damaged form", () => {
  let uploading: Uploading;
  let sender: Sender;

  beforeEach(async () => {
    uploading = await openUploading();
    const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
    sender = { send: (form) => uploading.post(Buffer.from(form, "latin1"), headers) };
  });
  afterEach(() => uploading.close());

  it("is refused wherever it is truncated in its last 200 bytes, and leaves no file", async () => {
    const offsets = Array.from({ length: 200 }, (_, index) => index + 1);
    const codes = new Map<number, string>();
    for (const cut of offsets) codes.set(cut, await codeOf(await sender.send(good.slice(0, -cut))));

    const isWhole = (cut: number): boolean => cut <= "\r\n".length;
    const expected = offsets.map((cut) => [cut, isWhole(cut) ? "none" : "INVALID_INPUT"] as const);
    expect([...codes]).toEqual(expected);
    expect(await uploading.filesLeft()).toEqual([]);
    expect(uploading.openFiles()).toEqual([]);
  });

  it.each<[string, string]>([
    ["nothing at all", ""],
    ["another boundary", good.replaceAll(BOUNDARY, "other-boundary")],
    ["a damaged last boundary", `${fields}${fileHead}${fileText}\r\n--x--\r\n`],
    ["a last boundary without a line before it", `${fields}${fileHead}${fileText}--${BOUNDARY}--`],
    ["damaged headers of the file", fields + skippedFile + fileText + end],
    ["the same, and bytes after its end", `${fields}${skippedFile}${shortText}${end}more bytes`],
    [
      "all headers damaged, and a second end",
      wrongFirstBoundary + skippedFile + shortText + end + end,
    ],
    ["headers without an end", `${fields}--${BOUNDARY}\r\nContent-Disposition: form-data${end}`],
    ["headers over the limit", `${fields}${fileHead.trimEnd()}\r\nX: ${"a".repeat(20_000)}${end}`],
    ["a zero byte in a name", good.replace(song.artist, "Ann\0Uploader")],
    ["an artist that is a file", good.replace('name="artist"', 'name="artist"; filename="a"')],
  ])("is refused, and leaves no file: %s", async (_what, form) => {
    const answer = await sender.send(form);

    expect(answer.status).toBe(400);
    expect(await codeOf(answer)).toBe("INVALID_INPUT");
    expect(await uploading.filesLeft()).toEqual([]);
  });

  it.each<[string, string]>([
    ["bytes after its end", `${good}more bytes`],
    ["a second end", good + end],
    ["a second form after its end", good + good],
    ["bytes before its first boundary", `more bytes\r\n${good}`],
    ["a part that it skips, much larger than any buffer", skippedFile + fileText + "\r\n" + good],
  ])("is accepted when the file is complete: %s", async (_what, form) => {
    const answer = await sender.send(form);

    expect(answer.status).toBe(200);
    await answer.text();
    await uploading.whenFilesGone();
  });
});

/** The code of an error, or `none` where there is no error. */
async function codeOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { readonly error?: { readonly code: string } };
  return error?.code ?? "none";
}
