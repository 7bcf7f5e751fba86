/**
 * `npm run share -- PATH… [--from T] [--to T] [--only PREDICATE]… [--class NAME=PREDICATE]… [--key FILE] [--link]`
 *
 * Writes a record for sharing: names and times are replaced, answers become code and category (record/importers/README.md §4). The page and
 * every command here read the result like a log.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parsePredicate } from '../importers/classes/parse.ts';
import { shareRecord } from '../importers/share/share.ts';
import { classSentences } from '../explain/records.ts';
import { SHARE_LINK_MAX } from '../protocol/share.ts';
import { joinBundle, recordLink } from '../../scenario/record/bundle.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { fail, failInput, runCommand, usageStatus, PATH_KINDS } from '../../cli/command.ts';
import { classesOf, sharedClasses, readLogs, settingsIn } from './records/read-record.ts';
import { filesIn } from './records/files.ts';
import { zoneOf, instantOf } from './records/options.ts';
import { writeSecret } from './records/secret.ts';
import { complain, printText } from '../../cli/terminal.ts';

const USAGE = `usage: npm run share -- PATH… [--from T] [--to T] [--only PREDICATE]… [--class NAME=PREDICATE]…
                                [--key FILE] [--link]
  PATH         logs (plain or gzipped), output of postconf -n and postconf -M, transport maps, or a folder of these
  --from T, --to T  only messages that were in the queue between these times: 2026-11-22T10:00, or 10:00:30 on the first day of the record
  --only PREDICATE  only matching messages, such as from=reset@*; if given more than once, one match is enough
  --class NAME=PREDICATE  a class of mail to include, with its names replaced too: resets=from=reset@*
  --key FILE   writes the table of real and replaced names; keep it to yourself
  --link       prints a link (at most ${SHARE_LINK_MAX} characters) instead of the text
  --zone NAME  zone of time stamps without one: Europe/Vienna, UTC, +02:00 (default: zone of this machine)
Addresses, hosts, ids and names are replaced. Times are moved to 2001-01-01. Answers become their code and category.
`;

export async function shareCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      only: { type: 'string', multiple: true },
      class: { type: 'string', multiple: true },
      key: { type: 'string' },
      link: { type: 'boolean' },
      zone: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const usage = usageStatus(USAGE, values.help, positionals);
  if (usage !== null) return usage;
  const zone = zoneOf(values.zone);
  for (const path of positionals) if (!existsSync(path)) failInput('PATH', path, PATH_KINDS.any);
  const only = (values.only ?? []).map((text) => {
    const read = parsePredicate(text, '--only');
    if (!read.ok) throw new Error(read.errors.map(describeError).join('\n'));
    return read.value;
  });
  const files = positionals.flatMap((path) => filesIn(path));
  const { builder } = await readLogs(files, { zone, year: null });
  const first = Math.min(...builder.members.map(({ instance }) => instance.from));
  if (!Number.isFinite(first)) failInput('PATH', positionals.join(' '), 'logs with lines of Postfix');
  const from = instantOf('--from', values.from, first, zone);
  const to = instantOf('--to', values.to, first, zone);
  if (to !== 0 && to <= from) fail('--to', values.to ?? '', 'a time after --from');
  const classes = values.class === undefined ? sharedClasses(files) : classesOf(values.class);
  const shared = shareRecord(builder.members, settingsIn(files), [], {
    from,
    to,
    only,
    classes: classes.map(({ mailClass }) => mailClass),
  });
  const { texts, key, counts } = shared;
  if (counts.messages === 0 && from === 0 && to === 0 && only.length === 0)
    failInput('PATH', positionals.join(' '), 'a log with messages of Postfix, that is, with queue ids');
  if (counts.messages === 0)
    fail('--from, --to, --only', 'no message matches', 'a choice that matches at least one message');
  if (values.key !== undefined) writeSecret('--key', values.key, `${key}\n`);
  const link = values.link === true ? await recordLink(texts) : '';
  if (link.length > SHARE_LINK_MAX)
    fail(
      '--link',
      `${link.length} characters`,
      `at most ${SHARE_LINK_MAX} characters; share less with --from, --to or --only`,
    );
  printText(values.link === true ? `#${link}\n` : joinBundle(texts));
  complain(
    `${counts.lines} lines, ${counts.messages} messages, ${counts.settings} settings (${counts.settingsLeft} left out).`,
  );
  for (const sentence of classSentences(shared)) complain(sentence);
  return 0;
}

await runCommand(import.meta.url, shareCommand);
