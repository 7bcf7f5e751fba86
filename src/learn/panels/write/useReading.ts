import { useEffect, useRef, useState } from 'react';
import type { LessonFault } from '../../lessons/lesson-lines.ts';
import type { Lesson, LessonStop } from '../../lessons/lesson.ts';
import { askFaults } from '../../questions/check-asks.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { waitThen, whileBusy } from '../../../store/idle.ts';
import type { Reader } from '../../../store/reading.ts';
import type { WithBackgroundRun } from '../lesson/usePrepared.ts';

/** Result of parsing the text of a lesson. */
export interface Reading {
  /** The lesson of the last text without errors; null = none yet. */
  lesson: Lesson | null;
  /** The text of `lesson`. */
  text: string;
  /** Errors of the current text: invalid lines, or questions that its runs cannot answer. */
  faults: readonly LessonFault[];
  /** True if `lesson` is from the current text. */
  fresh: boolean;
}

/** Milliseconds after the last keystroke before the text is parsed. */
const REST_MS = 180;

/** Parses the text in the worker for outside input, and checks its questions with a background run. */
export function useReading(text: string, probe: WithBackgroundRun): Reading {
  const { reader } = useRuntime();
  const [read, setRead] = useState<{
    text: string;
    lesson: Lesson | null;
    good: string;
    faults: LessonFault[];
  }>({ text: '', lesson: null, good: '', faults: [] });
  useEffect(() => {
    let wanted = true;
    const cancel = waitThen(() => {
      void whileBusy(readText(reader, text)).then((next) => {
        if (!wanted) return;
        setRead((old) =>
          Array.isArray(next)
            ? { ...old, text, faults: next }
            : { text, lesson: shared(old.lesson, next), good: text, faults: [] },
        );
      });
    }, REST_MS);
    return () => {
      wanted = false;
      cancel();
    };
  }, [reader, text]);
  const unanswered = useAsked(read.lesson, probe);
  const fresh = read.text === text;
  const right = read.good === read.text;
  // Hides the error about missing stops until the author begins a stop.
  const said = read.faults.filter(({ field }) => field !== 'stops' || text.includes('\n## '));
  return { lesson: read.lesson, text: read.good, faults: right ? unanswered : said, fresh: fresh && right };
}

async function readText(reader: Reader, text: string): Promise<Lesson | LessonFault[]> {
  const read = await reader.read('lesson', { text });
  if (!read.ok) return [{ line: 1, field: '(whole)', value: 'this text', accepted: read.detail }];
  const parsed = read.value as { ok: true; lesson: Lesson } | { ok: false; faults: LessonFault[] };
  return parsed.ok ? parsed.lesson : parsed.faults;
}

/** Reuses unchanged scene objects, so that the open run of such a scene stays open. */
function shared(old: Lesson | null, next: Lesson): Lesson {
  if (old === null) return next;
  const scenes = Object.entries(next.scenes).map(([name, scene]): [string, Scenario] => {
    const before = Object.hasOwn(old.scenes, name) ? old.scenes[name] : undefined;
    return [name, before !== undefined && JSON.stringify(before) === JSON.stringify(scene) ? before : scene];
  });
  const held = { scenes: Object.fromEntries(scenes) };
  return { ...next, ...held, others: next.others.map((other) => ({ ...other, ...held })) };
}

/** Finds questions and rules that the runs cannot answer. Checks each stop once, and again after a change. */
function useAsked(lesson: Lesson | null, probe: WithBackgroundRun): readonly LessonFault[] {
  const [tried, setTried] = useState<ReadonlyMap<string, LessonFault[]>>(new Map());
  const known = useRef(new Set<string>());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (lesson === null) return;
    asked.current = new Set(lesson.stops.map((stop) => keyOf(lesson, stop)));
    for (const stop of lesson.stops) {
      const key = keyOf(lesson, stop);
      if (key === '' || known.current.has(key)) continue;
      known.current.add(key);
      const work = probe(async (run) => {
        // The stop was edited before its turn in the queue.
        if (!asked.current.has(key)) return known.current.delete(key);
        const faults = await askFaults(run, { ...lesson, stops: [stop] });
        setTried((old) => new Map(old).set(key, faults));
        return true;
      });
      void whileBusy(work.catch(() => known.current.delete(key)));
    }
  }, [lesson, probe]);
  if (lesson === null) return [];
  return lesson.stops.flatMap((stop) =>
    (tried.get(keyOf(lesson, stop)) ?? []).map((fault) => {
      const line =
        (fault.field === 'rule' ? stop.rule?.line : stop.ask?.line) ?? stop.rule?.line ?? fault.line;
      return { ...fault, line };
    }),
  );
}

/** Returns everything that an answer depends on, as text; "" = the stop has no question and no rule. */
function keyOf(lesson: Lesson, { scene, place, ask, rule, title }: LessonStop): string {
  if (ask === null && rule === null) return '';
  const asked = [ask?.kind, ask?.about, rule?.asked, rule?.from, rule?.to, title];
  return JSON.stringify([lesson.scenes[scene], place, asked]);
}
