import type { ModelledDown, ModelledServer, ModelledSetup } from '../../../protocol/modelled.ts';
import { PROCESS_LINE } from '../../protocol/predict.ts';
import type { Result } from '../../../protocol/result.ts';
import {
  type Micros,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Millis,
  type Seconds,
} from '../../../protocol/units.ts';
import { LIMITS } from '../../../scenario/limits.ts';
import { showValue } from '../../../scenario/schema-errors.ts';

/** What the user states about a server, replacing inferred values. Seconds count from the first message. */
interface ServerEdit {
  server: string;
  /** Milliseconds per message and per recipient. */
  message?: Millis;
  recipient?: Millis;
  /** Limits on concurrent sessions and on new ones in a minute. 0 = no limit. */
  sessions?: number;
  minute?: number;
  /** Outages: start and end of each. */
  down?: [Seconds, Seconds][];
}

/** What the user states about the processes of all services. */
interface ProcessEdit {
  /** Milliseconds to start a process. */
  start?: Millis;
  /** max_idle in seconds, and max_use in requests. */
  idle?: Seconds;
  uses?: number;
}

export type ModelEdit = ServerEdit | { processes: ProcessEdit };

const PROCESS_MOST = { start: 60_000, idle: 86_400, uses: 1_000_000 };

const ACCEPTED =
  'SERVER message=MS recipient=MS sessions=N minute=N down=FROM-UNTIL,… (seconds after the first message), one or more of them';
const PROCESSES_ACCEPTED = 'processes start=MS idle=S uses=N, one or more of them';

/** Parses a line about processes (`processes start=20 idle=100 uses=100`) or about a server. */
export function readEdit(text: string): Result<ModelEdit> {
  const [about = '', ...parts] = text.trim().split(/\s+/);
  if (about !== PROCESS_LINE) return readServerEdit(text);
  const processes: ProcessEdit = {};
  const refuse = (value: string, accepted: string): Result<ModelEdit> => ({
    ok: false,
    errors: [{ field: PROCESS_LINE, value: showValue(value), accepted }],
  });
  if (parts.length === 0) return refuse(text, PROCESSES_ACCEPTED);
  for (const part of parts) {
    const [, name = '', value = ''] = /^(start|idle|uses)=(\d+(?:\.\d+)?)$/.exec(part) ?? [];
    if (name !== 'start' && name !== 'idle' && name !== 'uses') return refuse(part, PROCESSES_ACCEPTED);
    const least = name === 'start' ? 0 : 1;
    if (Number(value) < least || Number(value) > PROCESS_MOST[name])
      return refuse(part, `${name}= a number from ${least} to ${PROCESS_MOST[name]}`);
    processes[name] = Number(value);
  }
  return { ok: true, value: { processes } };
}

/** Measured values of processes, with the user's values on top. */
export function withProcesses(
  measured: Pick<ModelledSetup, 'startUp' | 'maxIdle' | 'maxUse'>,
  edits: readonly ModelEdit[],
): Pick<ModelledSetup, 'startUp' | 'maxIdle' | 'maxUse'> {
  const said: ProcessEdit = {};
  for (const edit of edits) if ('processes' in edit) Object.assign(said, edit.processes);
  const { start, idle, uses } = said;
  return {
    startUp: start === undefined ? measured.startUp : start === 0 ? [] : [Math.round(start * 1000)],
    maxIdle: idle === undefined ? measured.maxIdle : Math.round(idle * MICROS_PER_SECOND),
    maxUse: uses === undefined ? measured.maxUse : Math.round(uses),
  };
}

/** Parses `SERVER message=200 recipient=50 sessions=8 minute=18 down=60-63,92-93.5`. `down=` means no outages. */
export function readServerEdit(text: string): Result<ServerEdit> {
  const [server = '', ...parts] = text.trim().split(/\s+/);
  const refuse = (field: string, value: string, accepted: string): Result<ServerEdit> => ({
    ok: false,
    errors: [{ field, value: showValue(value), accepted }],
  });
  if (server === '' || parts.length === 0) return refuse('server', text, ACCEPTED);
  const edit: ServerEdit = { server };
  for (const part of parts) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(part) ?? [];
    if (name === 'down') {
      const windows =
        value === '' ? [] : value.split(',').map((one) => /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(one));
      if (windows.some((one) => one === null || Number(one[1]) >= Number(one[2])))
        return refuse('down', value, 'FROM-UNTIL, seconds after the first message, such as 60-63,92-93.5');
      edit.down = windows.map((one) => [Number(one?.[1]), Number(one?.[2])]);
      continue;
    }
    if (name !== 'message' && name !== 'recipient' && name !== 'sessions' && name !== 'minute')
      return refuse('server', part, ACCEPTED);
    const most = name === 'message' || name === 'recipient' ? 86_400_000 : LIMITS.agents;
    if (!/^\d+(\.\d+)?$/.test(value) || Number(value) > most)
      return refuse(name, value, `a number from 0 to ${most}`);
    edit[name] = Number(value);
  }
  return { ok: true, value: edit };
}

/**
 * Applies the user's values to servers. `first`: instant of the first message. During a stated outage a server fails in
 * the same way as during the outages seen.
 */
export function withEdits(
  servers: readonly ModelledServer[],
  edits: readonly ModelEdit[],
  first: Micros,
): ModelledServer[] {
  return servers.map((server) =>
    edits
      .filter((edit) => 'server' in edit)
      .filter((edit) => edit.server === server.name)
      .reduce((made, edit) => edited(made, edit, first), server),
  );
}

function edited(server: ModelledServer, edit: ServerEdit, first: Micros): ModelledServer {
  const { message, recipient, sessions, minute, down } = edit;
  const like: Omit<ModelledDown, 'from' | 'until'> = server.down[0] ?? {
    after: 3000,
    reason: 'host said: 421 4.3.2 try again later',
    status: '4.3.2',
  };
  return {
    ...server,
    ...(message === undefined ? {} : { message: Math.round(message * 1000) }),
    ...(recipient === undefined ? {} : { recipient: Math.round(recipient * 1000) }),
    ...(sessions === undefined ? {} : { sessions: Math.round(sessions) }),
    ...(minute === undefined
      ? {}
      : { rate: minute < 1 ? null : { sessions: Math.round(minute), per: MICROS_PER_MINUTE } }),
    ...(down === undefined
      ? {}
      : {
          down: down.map(([from, until]) => ({
            ...like,
            from: Math.round(first + from * MICROS_PER_SECOND),
            until: Math.round(first + until * MICROS_PER_SECOND),
          })),
        }),
  };
}
