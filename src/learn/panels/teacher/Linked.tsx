import { Markup } from '../lesson/Markup.tsx';
import { useTeach } from './useTeach.ts';
import './teacher.css';

/** A sentence whose `{class}` leads to class mode. */
export function Linked({ text }: { text: string }) {
  const { teach } = useTeach();
  const [before = '', after] = text.split('{class}');
  return (
    <>
      <Markup text={before} />
      {after !== undefined && (
        <>
          <a className="link" href="#class">
            {teach.classMode}
          </a>
          <Markup text={after} />
        </>
      )}
    </>
  );
}
