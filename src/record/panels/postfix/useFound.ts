import type { MailClass } from '../../protocol/classes.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LaneKind, MarkedMessage, SearchResult } from '../../protocol/record-questions.ts';
import { useAsked } from './useAsked.ts';

const NONE: readonly MarkedMessage[] = [];

/** Hook: the messages that a search finds, to list them and to mark them in the picture. */
export function useFound(
  name: InstanceName,
  text: string,
  { lanes, classes }: { lanes: LaneKind; classes: readonly MailClass[] },
): { result: SearchResult | null; marks: readonly MarkedMessage[] } {
  const searching = text.trim() !== '';
  const answer = useAsked(searching ? JSON.stringify([name, text, lanes, classes]) : '', (questions) =>
    questions.search({ ...name, text, lanes, classes }),
  );
  const result = searching ? answer : null;
  return { result, marks: result?.messages ?? NONE };
}
