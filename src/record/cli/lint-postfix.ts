/**
 * `npm run lint-postfix -- PATH… [--json] [--zone NAME]`
 *
 * Checks the configuration of a Postfix against record/importers/README.md §5. Prints a report, or one JSON object per finding.
 */
import { lintEvidenceOf } from '../importers/lint/evidence.ts';
import { lint } from '../importers/lint/lint.ts';
import { TEXT_MAX } from '../importers/settings/lines.ts';
import { readByPostfix, readSettings, type SettingsText } from '../importers/settings/read.ts';
import type { Member } from '../importers/store/record.ts';
import type { LintReport, LintSeverity } from '../protocol/lint.ts';
import type { Settings } from '../protocol/settings.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { reportText } from './records/lint-text.ts';
import { filesIn, sharedParts } from './records/files.ts';
import { readLogs } from './records/read-record.ts';
import { readOptions, type RecordOptions } from './records/options.ts';
import { fail, failInput, helped, runCommand, STATUS } from '../../cli/command.ts';
import { bytesUpTo } from '../../cli/read-file.ts';
import { complain, print, printRows, rowWidth } from '../../cli/terminal.ts';

const USAGE = `usage: npm run lint-postfix -- PATH… [--json] [--zone NAME]
  PATH         output of postconf -n, -M or -P, main.cf, master.cf, a transport map, a log as evidence; a folder of these
               (recognized by content; one file may hold several); a shared record (npm run share); - for standard input
  --json       one object per line: kind, rule, severity, transport, setting, value, sentence, repair, and more
  --zone NAME  zone of time stamps in a log without one (default: zone of this machine)
  --fail-on SEVERITY  least severity that gives exit status 1: wrong, dead, risky (default) or hint
  exit status  0 no finding of this severity; 1 findings; 2 wrong arguments; 3 no settings that can be read
`;

/** Splits the files by content into settings and other files, which are left to the reader of logs. */
function split(paths: readonly string[]): { texts: SettingsText[]; others: string[]; complaints: string[] } {
  const texts: SettingsText[] = [];
  const others: string[] = [];
  const complaints: string[] = [];
  const files = paths.flatMap((path) => (path === '-' ? [path] : filesIn(path, { deep: true })));
  const used = new Set(readByPostfix(files.map((name) => ({ name }))).map(({ name }) => name));
  const unread = files.filter((name) => !used.has(name));
  if (unread.length > 0) complaints.push(`Ignored, because Postfix does not read it: ${unread.join(', ')}`);
  for (const name of used) {
    const parts = name === '-' ? null : sharedParts(name);
    const read = typeof parts === 'string' ? null : (parts ?? textOf(name));
    if (read === null) {
      others.push(name);
      continue;
    }
    const found = read.filter((one) => readSettings([one]).sources.some(({ kind }) => kind !== 'other'));
    texts.push(...found);
    if (found.length === read.length) continue;
    if (name === '-') complaints.push('-: contains no Postfix settings');
    else others.push(name);
  }
  return { texts, others, complaints };
}

/** Reads a file as text. Null when the file is too large to be settings. */
function textOf(name: string): SettingsText[] | null {
  const bytes = bytesUpTo(name, TEXT_MAX);
  if (bytes === null && name === '-') failInput('PATH', name, `settings of at most ${TEXT_MAX / 1e6} MB`);
  return bytes === null ? null : [{ name, text: bytes.toString('utf8') }];
}

async function recordOf(
  paths: readonly string[],
  options: RecordOptions,
  settings: Settings,
): Promise<Member[]> {
  if (paths.length === 0) return [];
  const result = await readLogs(paths, { ...options, settings });
  return [...result.builder.members].sort((a, b) => b.instance.lines - a.instance.lines);
}

/**
 * Checks the settings. A log serves as evidence and may name the version. Of its instances, the one with the
 * syslog_name of the settings is used, otherwise the one with the most lines.
 */
async function check(options: RecordOptions): Promise<{ report: LintReport; complaints: string[] }> {
  const { texts, others, complaints } = split(options.paths);
  const withoutLog = readSettings(texts);
  const members = await recordOf(others, options, withoutLog);
  if (texts.length === 0) {
    complaints.push(
      describeError({
        field: 'PATH',
        value: `${options.paths.join(' ')} (contains no Postfix settings)`,
        accepted: 'the text of postconf -n or -M, main.cf, master.cf',
      }),
    );
  }
  if (others.length > 0 && members.length === 0)
    complaints.push(`Ignored, because it is neither settings nor a log: ${others.join(', ')}`);
  const name = withoutLog.globals.syslog_name?.value;
  const member = members.find((each) => each.name === name) ?? members[0];
  const version =
    member === undefined ? null : member.instance.pools.strings.text(member.instance.version) || null;
  const settings = readSettings(texts, { version });
  const evidence = member === undefined ? null : lintEvidenceOf(member.instance, settings, 'the log');
  return { report: lint(settings, evidence), complaints };
}

/** The most severe first. */
const SEVERITIES: readonly LintSeverity[] = ['wrong', 'dead', 'risky', 'hint'];

function severityOf(text: string | undefined): LintSeverity {
  if (text === undefined) return 'risky';
  return SEVERITIES.find((one) => one === text) ?? fail('--fail-on', text, SEVERITIES.join(', '));
}

export async function lintCommand(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return 0;
  const options = readOptions(args, ['json', 'zone', 'fail-on']);
  if (typeof options === 'string') {
    complain(`${options}\n\n${USAGE}`);
    return STATUS.usage;
  }
  const limit = severityOf(options.failOn);
  const { report, complaints } = await check(options);
  for (const complaint of complaints) complain(complaint);
  if (!report.settings.hasMain && !report.settings.hasMaster) return STATUS.input;
  if (options.json) {
    for (const finding of report.findings) {
      const { transport, repair, ...rest } = finding;
      print(JSON.stringify({ kind: 'lint', ...rest, transport: transport ?? '', repair: repair.join('\n') }));
    }
  } else printRows(reportText(report, rowWidth()));
  const failing = SEVERITIES.slice(0, SEVERITIES.indexOf(limit) + 1);
  return report.findings.some((f) => failing.includes(f.severity)) ? STATUS.findings : STATUS.done;
}

await runCommand(import.meta.url, lintCommand);
