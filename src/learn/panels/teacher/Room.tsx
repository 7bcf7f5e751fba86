import { Linked } from './Linked.tsx';
import { useTeach } from './useTeach.ts';
import './teacher.css';

/** What to see to before the class comes in. */
export function Room() {
  const { teach } = useTeach();
  return (
    <dl className="teach-topics">
      {teach.room.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <p>
              <Linked text={text} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
