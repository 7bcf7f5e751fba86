/** Rules 102, 103, 108 and 109: how a text is written. Only what the manual pages or the source state plainly. */
import type { LintFinding } from '../../protocol/lint.ts';
import type { MasterService } from '../../protocol/settings.ts';
import { grouped } from '../grouped.ts';
import { KNOWN_NAMES } from '../settings/known-names.ts';
import { GLOBAL_PARAMETERS, schedulerName } from '../settings/parameters.ts';
import { finding, type LintContext, nameList, placesOf, serviceKey } from './context.ts';
import { set, setField, swallowedIn, unset } from './repair.ts';

/** Parameters whose values never contain a #: routes, lists, numbers and times. Banners and texts may contain one. */
const WITHOUT_HASH =
  /^(?:mydestination|mynetworks|relayhost)$|_(?:transports?|filter|domains|maps|restrictions|interfaces|protocols|relay|limit|timeout|time|delay|interval|lifetime)$/;

/** 102: a comment after a value is part of the value, and a comment after a service is an argument of its program. */
export function commentInValue(context: LintContext): LintFinding[] {
  return [...commentsInMain(context), ...commentsInMaster(context)];
}

function commentsInMain(context: LintContext): LintFinding[] {
  return [...context.index.main.values()].flatMap((setting) => {
    const { name } = setting;
    if (!/(?:^|\s)#/.test(setting.value) || !KNOWN_NAMES.has(name) || !WITHOUT_HASH.test(name)) return [];
    // Rule 101 reports numbers and times that other rules read.
    const kind = (GLOBAL_PARAMETERS.get(name) ?? schedulerName(name)?.parameter)?.kind ?? 'text';
    if (kind !== 'text') return [];
    const number = /_(?:limit|timeout|time|delay|interval|lifetime)$/.test(name);
    return finding(102, 'wrong', {
      setting: name,
      value: setting.value,
      lines: placesOf(setting),
      title: 'The comment is part of the value.',
      sentence: `In main.cf a comment needs its own line. Here # and the words after it are read as part of the value${number ? ', and the program that reads it ends with a fatal error' : ', or as further items of the list'}.`,
      source: 'postconf(5), "general format"',
      repair: [set(context, name, (setting.value.split(/(?:^|\s)#/)[0] ?? '').trim())],
    });
  });
}

function commentsInMaster(context: LintContext): LintFinding[] {
  return context.index.services.flatMap((service) => {
    const hash = service.args.findIndex((arg) => arg.startsWith('#'));
    const command = service.args.findIndex((arg) => arg.startsWith('argv='));
    if (hash < 0 || (command >= 0 && command < hash)) return [];
    const text = service.args.slice(hash).join(' ');
    return finding(102, 'wrong', {
      setting: `${serviceKey(service)}/command`,
      value: [service.command, ...service.args].join(' '),
      transport: service.type === 'inet' ? undefined : service.name,
      lines: placesOf(service),
      title: 'The comment is an argument of the program.',
      sentence: `In master.cf a comment needs its own line. ${service.command} is started with "${text}" and ends with the fatal error "unexpected command-line argument".`,
      source: 'master(5), "general format"; smtp.c, local.c and others: "unexpected command-line argument"',
      repair: [setField(service, 'command', commandWithout(service, text))],
    });
  });
}

/** The command field as written, without the comment. */
function commandWithout(service: MasterService, comment: string): string {
  const from = service.place.text.indexOf(service.command, service.place.text.indexOf(service.type));
  const rest = service.place.text.slice(from);
  const at = rest.indexOf(comment.split(' ')[0] ?? comment);
  return (at < 0 ? service.command : rest.slice(0, at)).trim();
}

/** Most overridden lines that a finding shows. */
const LINES_SHOWN = 20;

/** 103: of two lines with the same name the last counts, in main.cf and in master.cf. */
export function writtenTwice(context: LintContext): LintFinding[] {
  return [...settingsTwice(context), ...servicesTwice(context)];
}

function servicesTwice(context: LintContext): LintFinding[] {
  const written = grouped(context.settings.services, serviceKey);
  return context.index.services.flatMap((last) => {
    const meant = meaning(last);
    const earlier = (written.get(serviceKey(last)) ?? []).filter(
      (s) =>
        s.place.file === last.place.file &&
        // A paste of master.cf and postconf -M output has the same service twice, with different white space.
        meaning(s) !== meant,
    );
    if (earlier.length === 0) return [];
    return finding(103, 'dead', {
      setting: serviceKey(last),
      value: last.place.text,
      transport: last.type === 'inet' ? undefined : last.name,
      lines: placesOf(...earlier.slice(0, LINES_SHOWN), last),
      title: `Only the last of ${earlier.length + 1} services ${serviceKey(last)} runs.`,
      sentence: `The name is in master.cf more than once. The last entry is used, and master logs "duplicate master.cf entry for service".`,
      source: 'master(8): "duplicate master.cf entry … using the last entry"',
      repairNote: 'Delete the earlier entries.',
    });
  });
}

/** Everything that master(8) reads of a service, for comparison. */
function meaning(s: MasterService): string {
  const options = s.overrides.map(({ name, value }) => `${name}=${value}`);
  return [s.private, s.unprivileged, s.chroot, s.wakeup, s.maxproc, s.command, ...s.args, ...options].join(
    '\n',
  );
}

/** A value with single spaces, because postconf and files wrap values differently. */
const spaced = (value: string): string => value.replaceAll(/\s+/g, ' ');

function settingsTwice(context: LintContext): LintFinding[] {
  const written = grouped(context.settings.main, ({ name }) => name);
  const files = new Set(
    context.settings.sources
      // Output of all parameters repeats those of postconf -n, so the two come from different sources.
      .filter((s) => (s.kind === 'main' || s.kind === 'mixed') && s.defaults === undefined)
      .map((s) => s.file),
  );
  return [...context.index.main.values()].flatMap((last) => {
    const meant = spaced(last.expanded);
    const earlier = (written.get(last.name) ?? []).filter(
      (s) => s.place.file === last.place.file && spaced(s.expanded) !== meant,
    );
    if (earlier.length === 0 || !files.has(last.place.file)) return [];
    return finding(103, 'dead', {
      setting: last.name,
      value: last.value,
      lines: placesOf(...earlier.slice(0, LINES_SHOWN), last),
      title: `Only the last of ${earlier.length + 1} lines counts.`,
      sentence: `${last.name} is in main.cf more than once. Postfix uses the last, and postconf warns "overriding earlier entry".`,
      source: 'postconf(5): a later definition overrides an earlier one',
      repairNote: 'Delete the earlier lines.',
    });
  });
}

/** 110: a line that begins with white space continues the line before it, also if it was meant as a setting. */
export function swallowedLine(context: LintContext): LintFinding[] {
  return [...context.index.main.values()].flatMap((setting) => {
    const { own, swallowed } = swallowedIn(setting.value);
    const [first] = swallowed;
    if (first === undefined) return [];
    const names = nameList(swallowed.map(({ name }) => name));
    return finding(110, 'wrong', {
      setting: setting.name,
      value: setting.value,
      lines: placesOf(setting),
      title: `An indented line makes ${names} part of this value.`,
      sentence: `A line that begins with white space continues the line before it, across comments and empty lines. So ${names} ${swallowed.length === 1 ? 'is' : 'are'} not set, and ${setting.name} has the value “${setting.value.slice(0, 80)}”. “postconf -X ${setting.name}” would delete both.`,
      source: 'postconf(5), "general format"',
      repair: [own === '' ? unset(context, setting.name) : set(context, setting.name, own)],
      repairNote: 'The command writes each setting on a line of its own.',
    });
  });
}

/** 108: a line of main.cf without `=` stops every Postfix program that reads it. */
export function lineWithoutValue(context: LintContext): LintFinding[] {
  return context.settings.sources
    .filter(({ file, kind }) => kind === 'main' && /(?:^|\/)main\.cf$/.test(file))
    .flatMap(({ samples }) => samples)
    .filter(({ text }) => !text.includes('=') || text.startsWith('='))
    .map((place) =>
      finding(108, 'wrong', {
        setting: place.text.split(/\s/)[0] ?? place.text,
        value: place.text,
        lines: placesOf({ place }),
        title: 'This line of main.cf is not a setting. No Postfix program starts with it.',
        sentence: `A line needs a name, = and a value. A line that begins with white space continues the line before it. Here every program ends with the fatal error "${place.text.startsWith('=') ? 'missing attribute name' : "missing '=' after attribute name"}".`,
        source: 'postconf(5), "general format"; split_nameval.c',
        repairNote:
          'postconf cannot change a file that it cannot read. Delete the line with an editor, or begin it with #.',
      }),
    );
}

/** 109: a byte order mark is read as part of the first line. */
export function byteOrderMark(context: LintContext): LintFinding[] {
  return context.settings.sources.flatMap(({ file, startsWithMark, kind }) => {
    const which = /(?:^|\/)(main|master)\.cf$/.exec(file)?.[1];
    if (startsWithMark === undefined || which === undefined || kind === 'other') return [];
    const name = /^([A-Za-z0-9_.-]+)\s*=/.exec(startsWithMark)?.[1];
    const fatal = which === 'master' || name === undefined;
    return finding(109, 'wrong', {
      setting: which === 'main' ? (name ?? 'main.cf') : 'master.cf',
      value: startsWithMark,
      lines: [{ file, line: 1, text: startsWithMark }],
      title: `The file begins with a byte order mark, ${fatal ? `and no Postfix program ${which === 'main' ? 'starts with it' : 'can read it'}` : `and ${name} is not read`}.`,
      sentence: `Some editors write three invisible bytes (EF BB BF) before the text. To Postfix they are part of the first line${fatal ? (which === 'main' ? `, which is then not a setting: "missing '=' after attribute name"` : ', which changes its first field') : `, so it sets a parameter with a name other than ${name}`}.`,
      source: 'postconf(5) and master(5), "general format"; measured on 3.7.11',
      repairNote: `Remove the bytes: sed -i '1s/^\\xEF\\xBB\\xBF//' ${which}.cf`,
    });
  });
}
