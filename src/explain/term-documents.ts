/** The three documents that the terms come from. */
export type TermDocument = 'scheduler' | 'timers' | 'threads';

/** The title of a document, and where it can be read; "" = it has no address that lasts. */
export const TERM_DOCUMENTS: Readonly<Record<TermDocument, { title: string; address: string }>> = {
  scheduler: { title: 'SCHEDULER_README', address: 'https://www.postfix.org/SCHEDULER_README.html' },
  timers: {
    title: 'Purgatory Redesign Proposal',
    address: 'https://cwiki.apache.org/confluence/display/KAFKA/Purgatory+Redesign+Proposal',
  },
  threads: { title: 'Concurrency groups', address: '' },
};

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
