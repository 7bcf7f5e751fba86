import { COURSE_TOPICS } from '../../teacher/topics.ts';
import { exerciseHash } from '../practice/exercise.ts';
import { RefLinks } from './RefLinks.tsx';
import { useTeach } from './useTeach.ts';
import './teacher.css';

/** Where a topic of a course is found. */
export function TopicIndex() {
  const { words, teach } = useTeach();
  return (
    <dl className="teach-topics">
      {COURSE_TOPICS.map(({ id, stops, scenes, practice }) => (
        <div key={id}>
          <dt>{teach.topics[id]?.title}</dt>
          <dd>
            <p>{teach.topics[id]?.here}</p>
            <RefLinks refs={[...stops, ...scenes]} />
            {practice !== undefined && (
              <p>
                <span className="teach-kind">{teach.practice}</span>{' '}
                <a className="link" href={exerciseHash({ topic: practice, level: 1, seed: 1 })}>
                  {words.practice.topics[practice]}
                </a>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
