import type { ModelledDown, ModelledServer } from '../../protocol/modelled.ts';
import type { Result } from '../../protocol/result.ts';
import { LIMITS } from '../../scenario/limits.ts';
import { showValue } from '../../scenario/schema-errors.ts';

/** What a person says of a server of a model, instead of what was inferred; seconds count from the first message. */
export interface ServerEdit {
  server: string;
  /** Milliseconds of a message and of a recipient. */
  message?: number;
  recipient?: number;
  /** At once, and new ones in a minute; 0 = no limit. */
  sessions?: number;
  minute?: number;
  /** Outages, from and until. */
  down?: [number, number][];
}

const ACCEPTED =
  'SERVER message=MS recipient=MS sessions=N minute=N down=FROM-UNTIL,… (seconds after the first message), any of them';
const MINUTE = 60_000_000;

/** `SERVER message=200 recipient=50 sessions=8 minute=18 down=60-63,92-93.5`, as a person writes it; `down=` has none. */
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

/** Servers as a person says they are. `first`: instant of the first message. An outage fails as those that were seen. */
export function withEdits(
  servers: readonly ModelledServer[],
  edits: readonly ServerEdit[],
  first: number,
): ModelledServer[] {
  return servers.map((server) =>
    edits
      .filter((edit) => edit.server === server.name)
      .reduce((made, edit) => edited(made, edit, first), server),
  );
}

function edited(server: ModelledServer, edit: ServerEdit, first: number): ModelledServer {
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
      : { rate: minute < 1 ? null : { sessions: Math.round(minute), per: MINUTE } }),
    ...(down === undefined
      ? {}
      : {
          down: down.map(([from, until]) => ({
            ...like,
            from: Math.round(first + from * 1e6),
            until: Math.round(first + until * 1e6),
          })),
        }),
  };
}
