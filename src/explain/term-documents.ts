/** The documents that terms come from. */
export type TermDocument = 'scheduler' | 'timers' | 'threads';

/** Title and address of each document; "" = no permanent address. */
export const TERM_DOCUMENTS: Readonly<Record<TermDocument, { title: string; address: string }>> = {
  scheduler: { title: 'SCHEDULER_README', address: 'https://www.postfix.org/SCHEDULER_README.html' },
  timers: {
    title: 'Purgatory Redesign Proposal',
    address: 'https://cwiki.apache.org/confluence/display/KAFKA/Purgatory+Redesign+Proposal',
  },
  threads: { title: 'Concurrency groups', address: '' },
};

export interface Term {
  term: string;
  /** Other forms of the word in sentences. */
  also: readonly string[];
  definition: string;
  /** Section of the document that defines the term; "" when no document does. */
  section: string;
  document: TermDocument;
}
