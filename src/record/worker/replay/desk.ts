import type { ReadResult } from '../../importers/input/read.ts';
import { modelOf } from '../../importers/model/setup.ts';
import { replayEvidenceOf } from '../../importers/replay/evidence.ts';
import { runTimes } from '../../importers/replay/scans.ts';
import { replayOf } from '../../importers/replay/setup.ts';
import { readSettings } from '../../importers/settings/read.ts';
import type { Member } from '../../importers/store/record.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { FollowProgress, ReplayOf, ReplayResult, ReplayView } from '../../protocol/replay.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { type Following, followRecord } from './follow.ts';

/** Number of engine steps, some milliseconds of work, after which pending messages are handled. */
const STEPS = 500;

/** What a replay needs: the record, texts that may be settings, and a function that lets pending messages be handled. */
export interface ReplayDeskOptions {
  result: ReadResult;
  texts: readonly { name: string; text: string }[];
  /** Lets pending messages be handled. */
  turn(): Promise<void>;
}

export interface ReplayDesk {
  /** Opens an instance of the record as a run; without `which` the one with the most activations. Null if nothing became active. */
  open(which: ReplayOf | null): ReplayView | null;
  /** Makes a model of an instance. Null if no message became active. */
  model(which: ReplayOf | null): ModelledSetup | null;
  /** Follows the last opened replay to its end, or to where `stopped` returns true. Null if another replay was opened. */
  follow(heard: (progress: FollowProgress) => void, stopped: () => boolean): Promise<ReplayResult | null>;
}

/** `result` must be finished. */
export function createReplayDesk({ result, texts, turn }: ReplayDeskOptions): ReplayDesk {
  const { builder, files } = result;
  const settings = settingsAmong(texts);
  let following: Following | null = null;
  return {
    open(which) {
      const member = memberOf(builder.members, which);
      if (member === undefined) return null;
      const { instance, host, name } = member;
      const replay = replayOf(instance, settings, titleOf(member));
      if (replay === null) return null;
      following = followRecord(replay, replayEvidenceOf(instance, replay));
      const { texts: words, selections } = replay.scenario.recorded;
      return {
        host,
        instance: name,
        scenario: replay.scenario,
        lines: replay.lines,
        files: replay.files,
        fileNames: files.map((file) => file.name),
        selectedBy: selections.selectedBy.map((text) => words[text] ?? ''),
        wholeSeconds: instance.resolution >= MICROS_PER_SECOND,
        hasSettings: settings !== null,
        times: runTimes(instance, settings),
        leftOut: replay.leftOut,
      };
    },
    model(which) {
      const member = memberOf(builder.members, which);
      if (member === undefined) return null;
      return modelOf(member.instance, settings, titleOf(member))?.scenario.modelled ?? null;
    },
    async follow(heard, stopped) {
      const mine = following;
      if (mine === null) return null;
      while (!stopped() && !mine.run(STEPS)) {
        heard(mine.progress());
        // oxlint-disable-next-line no-await-in-loop
        await turn();
        if (mine !== following) return null;
      }
      return mine.result();
    },
  };
}

function settingsAmong(texts: ReplayDeskOptions['texts']): ReturnType<typeof readSettings> | null {
  const known = texts.filter((text) => {
    const [source] = readSettings([text]).sources;
    return source !== undefined && source.kind !== 'other';
  });
  return known.length === 0 ? null : readSettings(known);
}

function memberOf(members: readonly Member[], which: ReplayOf | null): Member | undefined {
  if (which !== null) return members.find(({ host, name }) => host === which.host && name === which.instance);
  const size = ({ instance }: Member): number => instance.tables.activations.length;
  return members.toSorted((one, other) => size(other) - size(one))[0];
}

function titleOf({ host, name, instance }: Member): string {
  const day = new Date(instance.from / MICROS_PER_MILLI).toISOString().slice(0, 10);
  return `${host === '' ? name : host} on ${day}, replayed`.slice(0, 200);
}
