import { GraphQLScalarType } from "graphql";
import { InvalidInputError } from "../../domain/errors/request-errors.js";

/** A file of a multipart request. Its bytes can be read once. */
export class UploadedFile {
  readonly #bytes: AsyncIterable<Uint8Array>;
  readonly #announcedBytes: number | undefined;
  readonly #fileName: string;
  #isRead = false;

  constructor(given: {
    readonly bytes: AsyncIterable<Uint8Array>;
    readonly announcedBytes: number | undefined;
    readonly fileName: string;
  }) {
    this.#bytes = given.bytes;
    this.#announcedBytes = given.announcedBytes;
    this.#fileName = given.fileName;
  }

  /** The name of the file at the client. */
  get fileName(): string {
    return this.#fileName;
  }

  /** The number of bytes that the file has at least; `undefined` where the client announces none. */
  get announcedBytes(): number | undefined {
    return this.#announcedBytes;
  }

  /**
   * Returns the bytes of the file, in parts.
   *
   * @throws {InvalidInputError} they were asked for before: the operation uses the file twice
   */
  read(): AsyncIterable<Uint8Array> {
    if (this.#isRead) throw new InvalidInputError("file", "must be used once in an operation");
    this.#isRead = true;
    return this.#bytes;
  }
}

function parse(value: unknown): UploadedFile {
  if (value instanceof UploadedFile) return value;
  throw new InvalidInputError(
    "file",
    "must be a file of a GraphQL multipart request, whose field `map` leads to this variable",
  );
}

/** The GraphQL scalar of files. */
export const uploadScalar = new GraphQLScalarType<UploadedFile, never>({
  name: "Upload",
  description:
    "A file, sent as the GraphQL multipart request specification says: the body is `multipart/form-data` with the fields `operations` and `map`, in this order, and then the file; the variable is null in `operations`.",
  serialize: () => {
    throw new TypeError("A file is an input.");
  },
  parseValue: parse,
  parseLiteral: parse,
});
