import { SearchBoxDocument, type SearchBoxQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { useAnswer, type WordsAnswer } from "../parts/use-answer.js";

/** What the library has of words that were typed. */
export type BoxAnswer = WordsAnswer<SearchBoxQuery["searchLibrary"]>;

/** Asks what words find in the library. */
export const useBox = (words: string): BoxAnswer | null => useAnswer(words, ask);

async function ask(query: string, signal: AbortSignal): Promise<SearchBoxQuery["searchLibrary"]> {
  return (await request(SearchBoxDocument, { query }, signal)).searchLibrary;
}
