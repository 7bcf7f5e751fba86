import { LESSONS } from '../../lessons/catalogue.ts';
import { galleryItem } from '../../../scenes/gallery.ts';
import { asksSomething } from '../../lessons/lesson.ts';
import { classHash, lessonHash } from '../../lessons/lesson-link.ts';
import type { Reference, StopsRef } from '../../teacher/reference.ts';
import { Markup } from '../lesson/Markup.tsx';
import { useTeach } from './useTeach.ts';
import css from './teacher.module.css';

/** Shows links that open the references of a plan in front of a class. */
export function RefLinks({ refs }: { refs: readonly Reference[] }) {
  if (refs.length === 0) return null;
  return (
    <ul className="stack gap-2">
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
          <span className="sub">{teach.scene}</span>{' '}
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

/** Links stops of a lesson. A class can answer stops with a question on phones. */
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
      <span className="sub">{teach.lessonAt(place)}</span>{' '}
      <a className="link" href={address(from, 'present')}>
        {lesson.title}, {teach.stops(from, to)}
      </a>
      {asked.length > 0 && (
        <span className={`sub ${css.teachAsked}`}>
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

/** Shows a sentence in which `{class}` becomes a link to class mode. */
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
