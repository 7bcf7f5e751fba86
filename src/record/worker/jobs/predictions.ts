import { parseClass } from '../../importers/classes/parse.ts';
import { readRecord } from '../../importers/input/read.ts';
import { fileSource } from '../../importers/input/source.ts';
import { type ModelEdit, readEdit } from '../../importers/model/edit.ts';
import { readChanges } from '../../importers/model/changes.ts';
import { readSettings, type SettingsText } from '../../importers/settings/read.ts';
import { finish } from '../../importers/store/finish.ts';
import type { PredictView } from '../../protocol/predict.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import { openedRun } from '../model/opened.ts';
import { emptyClasses, knownOf, type NamedClass, type Subject, subjectOf } from '../model/study.ts';
import { attempted, studied } from '../model/view.ts';
import type { Work } from '../../../protocol/serve-jobs.ts';

/** A file with more bytes than this is not read as settings. */
const TEXT_MAX = 4_000_000;

/** The record that was studied last. Later jobs of this thread predict changes of this record. */
let subject: Subject | null = null;
let view: PredictView | null = null;

function asked(): { subject: Subject; view: PredictView } {
  if (subject === null || view === null) throw new Error('No record has been studied yet.');
  return { subject, view };
}

export const study: Work<'study'> = async ({ files, options }, { say }) => {
  const { zone, year, classes, servers, seeds } = options;
  const named = classes.filter((text) => text.trim() !== '').map(classOf);
  const edits = servers.filter((text) => text.trim() !== '').map(editOf);
  const read = await readRecord(
    files.map(({ name, file }) => fileSource(file as File, name)),
    {
      zone,
      now: Date.now(),
      ...(year === null ? {} : { year }),
      onProgress: ({ bytes, total }) => {
        const share = total > 0 ? bytes / total : 0;
        say({ view: null, progress: { doing: 'Reading the record', share } });
      },
    },
  );
  finish(read.builder.members.map(({ instance }) => instance));
  const texts: SettingsText[] = [];
  for (const [i, { name, file }] of files.entries()) {
    if (read.files[i]?.kind !== 'text' || file.size > TEXT_MAX) continue;
    // oxlint-disable-next-line no-await-in-loop
    texts.push({ name, text: await file.text() });
  }
  const [member] = read.builder.members.toSorted((a, b) => b.instance.lines - a.instance.lines);
  const settings = texts.length === 0 ? null : readSettings(texts);
  subject = member === undefined ? null : subjectOf(member.instance, settings, named, 'What if', edits);
  if (subject === null)
    throw new Error('No message becomes active in these files, so there is nothing to predict.');
  const empty = emptyClasses(subject);
  if (empty !== null) throw new Error(empty.text);
  view = await studied(subject, seeds, (grown, progress) => say({ view: grown, progress }));
  return view;
};

export const attempt: Work<'attempt'> = async (text, { say }) => {
  const known = asked();
  const { model } = known.subject;
  const read = readChanges(text, knownOf(known.subject), model.scenario.modelled.messages.at[0] ?? 0);
  if (!read.ok) throw new Error(read.errors.map(describeError).join(' '));
  const title = text.trim().replaceAll(/(?<!\s)\s*\n\s*/g, ', ');
  return attempted(known.subject, known.view, { title, changes: read.value }, say);
};

/** Opens the model of the record, with these changes, as a run that can be watched. */
export const changedRun: Work<'changed-run'> = (changes) => openedRun(asked().subject, changes);

function editOf(text: string): ModelEdit {
  const read = readEdit(text);
  if (!read.ok) throw new Error(read.errors.map(describeError).join(' '));
  return read.value;
}

function classOf(text: string): NamedClass {
  const read = parseClass(text, 'class');
  if (!read.ok) throw new Error(read.errors.map(describeError).join(' '));
  return { name: read.value.mailClass.name, predicate: read.value.predicate };
}
