import { useState } from 'react';
import type { MemberName } from '../../protocol/record-questions.ts';
import type { RecordMember, RecordView } from '../../protocol/record.ts';
import './postfix.css';

/** Which (host, instance) is looked at: the one with most lines, until another is chosen. */
export function useMember(view: RecordView | null): {
  member: RecordMember | null;
  name: MemberName;
  chooser: React.ReactNode;
} {
  const [chosen, choose] = useState('');
  const members = (view?.members ?? []).filter(({ messages }) => messages > 0);
  const keyOf = ({ host, instance }: RecordMember): string => `${host} ${instance}`;
  const member = members.find((one) => keyOf(one) === chosen) ?? members[0] ?? null;
  return {
    member,
    name: { host: member?.host ?? '', instance: member?.instance ?? '' },
    chooser:
      members.length < 2 || member === null ? null : (
        <label className="postfix-member-of">
          Instance{' '}
          <select value={keyOf(member)} onChange={(event) => choose(event.target.value)}>
            {members.map((one) => (
              <option key={keyOf(one)} value={keyOf(one)}>
                {keyOf(one)}
              </option>
            ))}
          </select>
        </label>
      ),
  };
}
