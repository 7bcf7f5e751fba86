import type { Draw } from '../../lessons/questions/draw.ts';
import { readRecord } from '../../importers/input/read.ts';
import { textSource } from '../../importers/input/source.ts';
import { finish } from '../../importers/store/finish.ts';
import { summarize } from '../../importers/summary.ts';
import { type FuzzKind, mutate } from './kind.ts';

const HOST = '2026-11-21T01:46:42.597856+00:00 vm postfix';

/** The life of a message in the words of Postfix. */
function life(id: string, draw: Draw): string[] {
  const status = draw.pick(['sent', 'deferred', 'bounced', 'expired']) ?? 'sent';
  const dsn = status === 'sent' ? '2.0.0' : '4.4.1';
  return [
    `${HOST}/smtpd[600]: ${id}: client=localhost[127.0.0.1]`,
    `${HOST}/cleanup[601]: ${id}: message-id=<${id}@vm.example>`,
    `${HOST}/qmgr[602]: ${id}: from=<a@vm.example>, size=${draw.below(9000)}, nrcpt=2 (queue active)`,
    `${HOST}/smtp[603]: ${id}: to=<u${draw.below(9)}@d${draw.below(4)}.example>, relay=mx.example[192.0.2.1]:25, delay=1.${draw.below(99)}, delays=0.1/0/0.2/1, dsn=${dsn}, status=${status} (250 ok)`,
    `${HOST}/qmgr[602]: ${id}: removed`,
  ];
}

/** Logs of Postfix, cut and damaged. Every line is counted, whatever is in it. */
export const records: FuzzKind = {
  patience: 1,
  make(draw) {
    const lines = Array.from({ length: 1 + draw.below(6) }, (_, i) => life(`9DC8922818${i}`, draw)).flat();
    return mutate(draw.below(3) === 0 ? draw.shuffle(lines).join('\n') : lines.join('\n'), draw);
  },
  async check(input) {
    const result = await readRecord([textSource('damaged', input)], {
      zone: 'UTC',
      now: Date.UTC(2026, 10, 30),
    });
    finish(result.builder.members.map(({ instance }) => instance));
    const summaries = summarize(result);
    const [file] = result.files;
    if (file?.kind !== 'log' || summaries.length === 0) return file?.kind ?? 'nothing';
    const counted = summaries.reduce((sum, { lines }) => sum + lines, 0);
    if (counted !== file.lines) throw new Error(`${file.lines} lines were read and ${counted} counted`);
    return `log of ${summaries.length}`;
  },
};
