/** What is set in a run of practice: everything that decides. */
export interface KindRules {
  rows: readonly (readonly [name: string, value: string])[];
  /** The document whose terms the names are; undefined = that of the queue manager. */
  of?: 'timers';
}
