/** How a command stands in the menu of the script, and what its two fields hold; "" = no field. */
export interface CommandForm {
  text: string;
  target: string;
  value: string;
  /** What a field of members takes, as an example. */
  like?: string;
}

/** A form of one field, which takes all members of the command as written. */
export const fieldsLike =
  (like: string) =>
  (text: string): CommandForm => ({ text, target: '', value: 'fields', like });
