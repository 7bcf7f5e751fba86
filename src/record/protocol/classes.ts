/** A class of mail: a name chosen by the administrator, and the predicate that selects its messages, as typed. */
export interface MailClass {
  name: string;
  /** `from=reset@*`, `to=*@big.example and recipients>100`. Syntax: record/importers/classes/fields.ts. */
  predicate: string;
}
