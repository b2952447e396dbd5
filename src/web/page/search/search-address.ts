import { queryWith, type AddressCodec } from "../address/address.js";

/** What is searched for, as it is typed. */
export interface SearchedWords {
  readonly title: string;
  readonly artist: string;
}

/** `#/search/TITLE?artist=ARTIST`. */
export const searchAddress: AddressCodec<SearchedWords> = {
  read: ({ argument, query }) => ({ title: argument, artist: query.get("artist") ?? "" }),
  write: ({ title, artist }) => ({ argument: title, query: queryWith({ artist }) }),
};
