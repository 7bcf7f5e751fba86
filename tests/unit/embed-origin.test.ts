import { expect, test, vi } from 'vitest';
import { answerPage } from '../../src/app/embed/answer-page.ts';
import { embedRequest } from '../../src/app/embed/request.ts';
import type { Runtime } from '../../src/store/runtime.ts';

const HOST = 'https://blog.example';

test('answers messages of the embedding page only', () => {
  const pause = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const runtime = {
    actions: { pause },
    store: { getState: () => ({ session: { decision: null } }), subscribe: () => () => undefined },
  } as unknown as Runtime;
  let hear: (data: unknown, origin: string, trusted: boolean) => void = () => undefined;
  const request = embedRequest(`?embed=stage&origin=${HOST}`);
  if (request === null) throw new Error('the address is not read');
  answerPage(runtime, request, () => Promise.resolve([]), {
    send: () => undefined,
    listen: (listener) => {
      hear = listener;
      return () => undefined;
    },
  });
  const ask = { qmgrscope: 1, id: 1, type: 'pause' };
  hear(ask, 'https://else.example', true);
  hear(ask, 'null', true);
  hear(ask, HOST, false);
  expect(pause).not.toHaveBeenCalled();
  hear(ask, HOST, true);
  expect(pause).toHaveBeenCalledOnce();
});
