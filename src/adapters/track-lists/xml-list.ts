import type { ReadList } from "../../domain/list-import/listed-row.js";
import type { XmlElements } from "./xml-content.js";

/** Reads the lists of a document of one kind. */
export interface XmlList extends XmlElements {
  /** Called after the end of the document. */
  result(): ReadList;
}
