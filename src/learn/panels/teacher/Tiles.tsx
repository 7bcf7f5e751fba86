import { PictureCard } from '../../../panels/gallery/PictureCard.tsx';
import { useIdentity } from '../../../charts/colours.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { HOMEWORK } from '../../teacher/homework.ts';
import { PLANS } from '../../teacher/plans.ts';
import { PlanBar } from './PlanBars.tsx';
import { useTeach } from './useTeach.ts';
import css from './teacher.module.css';

/** The four ways to begin. */
export function Tiles() {
  const { teach } = useTeach();
  const { tiles } = teach;
  const long = PLANS.filter(({ minutes }) => minutes === 90).length;
  return (
    <ul className={css.tiles}>
      <li>
        <PictureCard
          href="#teach=plans"
          title={teach.parts.plans}
          sentence={tiles.plans(PLANS.length - long, long)}
          picture={PLANS.slice(0, 3).map((plan) => (
            <PlanBar key={plan.id} plan={plan} longest={plan.minutes} />
          ))}
        />
      </li>
      <li>
        <PictureCard
          href="#class"
          title={tiles.ask}
          sentence={tiles.askAbout}
          picture={VOTES.map((count, i) => <Vote key={count} number={i + 1} count={count} />)}
        />
      </li>
      <li>
        <PictureCard
          href="#teach=homework"
          title={tiles.homework}
          sentence={tiles.homeworkAbout(HOMEWORK.length)}
          picture={CODES.map((code) => (
            <span key={code} className={`row between mono ${css.tileCode}`}>
              {code}
              <Icon name="check" />
            </span>
          ))}
        />
      </li>
      <li>
        <PictureCard
          href="#write"
          title={tiles.write}
          sentence={tiles.writeAbout}
          picture={<span className={`mono ${css.tileText}`}>{LINES}</span>}
        />
      </li>
    </ul>
  );
}

/** Examples: answers of a class, result codes of students, lines of a lesson. */
const VOTES = [14, 37, 7];
const CODES = ['K7M-4QXD', 'XMZ-TCHR', 'XM3-FP1G'];
const LINES = '## Who is next?\nscene: crowd\nat: 3.3 s\nask: next-job';

function Vote({ number, count }: { number: number; count: number }) {
  const identity = useIdentity(number);
  return (
    <span className={css.tileVote} {...identity}>
      <i style={{ width: `${(100 * count) / 46}%` }} />
      <b>{count}</b>
    </span>
  );
}
