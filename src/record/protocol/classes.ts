/** A class of mail: a name chosen by the administrator, and the predicate that selects its messages, as typed. */
export interface MailClass {
  name: string;
  /** For example `from=reset@*` or `to=*@big.example and recipients>100`. record/importers/classes/fields.ts has the syntax. */
  predicate: string;
}
