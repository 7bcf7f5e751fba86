/** `Nov 21 01:48:31 vm postfix/smtp[123]: 4F0A: to=…` and the like: time of day, program and text. */
const LINE =
  /(?<!\S)(?:\d{4}-\d\d-\d\dT)?(\d\d:\d\d:\d\d)\S* \S+ (?:\S*\/)?([\w-]+)(?:\[\d+\])?: (?:[0-9A-Za-z]{6,}: )?(.*)$/s;
const LONGEST = 220;

/** A log line without day, host and queue id, which the card says already. */
export function shortLine(text: string): string {
  const [, time = '', program = '', said = ''] = LINE.exec(text) ?? [];
  const short = program === '' ? text : `${time} ${program}: ${said}`;
  const line = short.replaceAll(/ (?:relay|delay|dsn|conn_use)=[^ ]+,(?= )/g, '');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
