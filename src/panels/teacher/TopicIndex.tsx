import { COURSE_TOPICS } from '../../lessons/teacher/topics.ts';
import { exerciseHash, TOPIC_NAMES } from '../practice/exercise.ts';
import { RefLinks } from './RefLinks.tsx';
import './teacher.css';

/** Where a topic of a course is found. */
export function TopicIndex() {
  return (
    <dl className="teach-topics">
      {COURSE_TOPICS.map(({ id, title, here, stops, scenes, practice }) => (
        <div key={id}>
          <dt>{title}</dt>
          <dd>
            <p>{here}</p>
            <RefLinks refs={[...stops, ...scenes]} />
            {practice !== undefined && (
              <p>
                <span className="teach-kind">Practice</span>{' '}
                <a className="link" href={exerciseHash({ topic: practice, level: 1, seed: 1 })}>
                  {TOPIC_NAMES[practice]}
                </a>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
