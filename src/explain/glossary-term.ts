import type { TermDocument } from './term-documents.ts';

/** A word of the documents with its sentence; where it stands, and the forms in which it occurs. */
export interface Term {
  term: string;
  /** Other forms under which it occurs in sentences. */
  also: readonly string[];
  definition: string;
  /** Section of the document in which it is at home; "" when no document has it. */
  section: string;
  document: TermDocument;
}
