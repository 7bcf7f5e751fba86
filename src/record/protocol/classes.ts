/** A class of mail: messages that a predicate selects, named by the administrator. The predicate is kept as it was typed. */
export interface MailClass {
  name: string;
  /** `from=reset@*`, `to=*@big.example and recipients>100`: record/importers/classes/fields.ts says what is accepted. */
  predicate: string;
}
