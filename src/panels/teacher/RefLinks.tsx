import { LESSONS } from '../../lessons/catalogue.ts';
import { galleryItem } from '../../lessons/gallery.ts';
import { asksSomething } from '../../lessons/lesson.ts';
import { classHash, lessonHash } from '../../lessons/lesson-link.ts';
import type { Reference, StopsRef } from '../../lessons/teacher/reference.ts';
import './teacher.css';

/** What is pointed at, as links that open it in front of a class. */
export function RefLinks({ refs }: { refs: readonly Reference[] }) {
  if (refs.length === 0) return null;
  return (
    <ul className="teach-refs">
      {refs.map((ref) => (
        <li key={JSON.stringify(ref)}>
          <RefLink reference={ref} />
        </li>
      ))}
    </ul>
  );
}

function RefLink({ reference }: { reference: Reference }) {
  switch (reference.kind) {
    case 'stops':
      return <Stops {...reference} />;
    case 'scene':
      return (
        <>
          <span className="teach-kind">Scene</span>{' '}
          <a className="link" href={`#scene=${reference.id}`}>
            {galleryItem(reference.id)?.title}
          </a>
        </>
      );
    case 'page':
      return (
        <a className="link" href={reference.hash}>
          {reference.title}
        </a>
      );
  }
}

/** A lesson's stops by their numbers; those that ask something can be asked on phones. */
function Stops({ lesson: id, from, to }: StopsRef) {
  const place = LESSONS.findIndex((one) => one.id === id);
  const lesson = LESSONS[place];
  if (lesson === undefined) return null;
  const some = lesson.stops.slice(from - 1, to).map((stop, i) => ({ stop, at: from + i }));
  const asked = some.filter(({ stop }) => asksSomething(stop));
  const address = (stop: number, page?: 'present'): string => lessonHash({ id, packed: '', stop }, page);
  return (
    <>
      <span className="teach-kind">Lesson {place}</span>{' '}
      <a className="link" href={address(from, 'present')}>
        {lesson.title}, {from === to ? `stop ${from}` : `stops ${from} to ${to}`}
      </a>
      {asked.length > 0 && (
        <span className="teach-asked">
          {' '}
          ask the class:{' '}
          {asked.map(({ stop, at }) => (
            <a
              key={at}
              className="link"
              href={classHash(address(at))}
              aria-label={`Ask the class: ${lesson.title}, ${stop.title}, stop ${at}`}
            >
              {at}
            </a>
          ))}
        </span>
      )}
    </>
  );
}
