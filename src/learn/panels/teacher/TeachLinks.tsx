import { LESSONS } from '../../lessons/catalogue.ts';
import { galleryItem } from '../../../scenes/gallery.ts';
import { asksSomething } from '../../lessons/lesson.ts';
import { classHash, lessonHash } from '../../lessons/lesson-link.ts';
import type { Reference, StopsRef } from '../../teacher/reference.ts';
import { Markup } from '../lesson/Markup.tsx';
import { useTeach } from './useTeach.ts';
import css from './teacher.module.css';

/** What is pointed at, as links that open it in front of a class. */
export function RefLinks({ refs }: { refs: readonly Reference[] }) {
  if (refs.length === 0) return null;
  return (
    <ul className={css.teachRefs}>
      {refs.map((ref) => (
        <li key={JSON.stringify(ref)}>
          <RefLink reference={ref} />
        </li>
      ))}
    </ul>
  );
}

function RefLink({ reference }: { reference: Reference }) {
  const { teach } = useTeach();
  switch (reference.kind) {
    case 'stops':
      return <Stops {...reference} />;
    case 'scene':
      return (
        <>
          <span className={css.teachKind}>{teach.scene}</span>{' '}
          <a className="link" href={`#scene=${reference.id}`}>
            {galleryItem(reference.id)?.title}
          </a>
        </>
      );
    case 'page':
      return (
        <a className="link" href={reference.hash}>
          {teach.pages[reference.hash]}
        </a>
      );
  }
}

/** A lesson's stops by their numbers; those that ask something can be asked on phones. */
function Stops({ lesson: id, from, to }: StopsRef) {
  const { teach, lessonOf } = useTeach();
  const place = LESSONS.findIndex((one) => one.id === id);
  const lesson = lessonOf(id);
  if (lesson === undefined) return null;
  const some = lesson.stops.slice(from - 1, to).map((stop, i) => ({ stop, at: from + i }));
  const asked = some.filter(({ stop }) => asksSomething(stop));
  const address = (stop: number, page?: 'present'): string => lessonHash({ id, packed: '', stop }, page);
  return (
    <>
      <span className={css.teachKind}>{teach.lessonAt(place)}</span>{' '}
      <a className="link" href={address(from, 'present')}>
        {lesson.title}, {teach.stops(from, to)}
      </a>
      {asked.length > 0 && (
        <span className={css.teachAsked}>
          {' '}
          {teach.askClass}{' '}
          {asked.map(({ stop, at }) => (
            <a
              key={at}
              className="link"
              href={classHash(address(at))}
              aria-label={teach.askClassOf(lesson.title, stop.title, at)}
            >
              {at}
            </a>
          ))}
        </span>
      )}
    </>
  );
}

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
