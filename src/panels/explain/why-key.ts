/** Questions ("why is X not next?") encoded as strings, which marks, menus and shortcuts pass on. */
import type { WhyQuestion } from '../../protocol/why.ts';

export function wordsOf(question: WhyQuestion): string {
  switch (question.about) {
    case 'destination':
      return `Destination ${question.name}`;
    case 'transport':
      return `Transport ${question.name}`;
    case 'timer':
      return `Timer ${question.number}`;
    case 'thread':
      return `Thread of agent ${question.agent}`;
    case 'entry':
      return `Entry of message ${question.number} for ${question.destination}`;
    case 'job':
    case 'message':
      return `Message ${question.number}`;
  }
}

/** Decodes a key; null when invalid. Destination names come last because they may contain colons. */
export function questionOf(key: string): WhyQuestion | null {
  const [about = '', first = '', ...others] = key.split(':');
  const rest = others.join(':');
  switch (about) {
    case 'job':
      return { about, transport: first, number: Number(rest) };
    case 'message':
      return { about, number: Number(first) };
    case 'entry': {
      const [number = '', ...names] = others;
      return { about, transport: first, number: Number(number), destination: names.join(':') };
    }
    case 'destination':
      return { about, transport: first, name: rest };
    case 'transport':
      return { about, name: first };
    case 'timer':
      return { about, number: Number(first) };
    case 'thread': {
      // Group names may contain colons, so the number comes last.
      const cut = key.lastIndexOf(':');
      return { about, transport: key.slice('thread:'.length, cut), agent: Number(key.slice(cut + 1)) };
    }
    default:
      return null;
  }
}
