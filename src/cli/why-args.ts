import type { Simulation } from '../core/simulation.ts';
import { whyOf } from '../core/why/why.ts';
import { toText } from '../explain/tokens.ts';
import { explainWhy } from '../explain/why.ts';
import type { WhyQuestion } from '../protocol/why.ts';

export const WHY_ACCEPTED =
  'M3 or relay/M3 (a message and its job), a.example or relay/a.example (a destination), transport:relay';

/** Parses one `--why` argument into its questions; null if invalid. `transport`: default for jobs and destinations. */
export function parseWhy(word: string, transport: string): WhyQuestion[] | null {
  const message = /^(?:([^/\s]+)\/)?M(\d{1,9})$/.exec(word);
  if (message !== null) {
    const number = Number(message[2]);
    return [
      { about: 'job', transport: message[1] ?? transport, number },
      { about: 'message', number },
    ];
  }
  if (word.startsWith('transport:')) {
    const name = word.slice('transport:'.length);
    return name === '' ? null : [{ about: 'transport', name }];
  }
  const place = /^(?:([^/\s]+)\/)?([^/\s]+)$/.exec(word);
  if (place?.[2] === undefined) return null;
  return [{ about: 'destination', transport: place[1] ?? transport, name: place[2].toLowerCase() }];
}

export function answerWhy(sim: Simulation, word: string, questions: readonly WhyQuestion[]): string[] {
  const lines = questions.flatMap((question) =>
    explainWhy(whyOf(sim, question)).map((tokens) => `${word}: ${toText(tokens)}`),
  );
  // When a message is done, the questions about it and about its job have the same answer.
  return [...new Set(lines)];
}
