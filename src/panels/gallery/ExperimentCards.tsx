import { PictureCard } from './PictureCard.tsx';
import css from './gallery.module.css';

/** Pages that run many experiments and draw one picture, for the last shelf of Explore. */
export const EXPERIMENTS = [
  {
    href: '#experiments',
    title: 'Vary a setting',
    sentence: 'The wait of small messages over the slot cost.',
    picture: <Waits />,
  },
  {
    href: '#policies',
    title: 'Three ways to serve one stream',
    sentence: 'Plain threads, a fixed pool, a group.',
    picture: <Policies />,
  },
  {
    href: '#tables',
    title: 'The document’s tables, repeated',
    sentence: 'Deferred mail: simulated beside measured.',
    picture: <Tables />,
  },
] as const;

/** The cards as items of a list. */
export function ExperimentCards() {
  return EXPERIMENTS.map((card) => (
    <li key={card.href}>
      <PictureCard {...card} />
    </li>
  ));
}

/** Waits in seconds by slot cost, as on the page when it opens: quartiles (box) and longest wait (line). */
const WAITS = [
  { cost: 0, from: 1.7, to: 7.8, longest: 24 },
  { cost: 2, from: 0.1, to: 0.25, longest: 0.4 },
  { cost: 3, from: 0.1, to: 0.25, longest: 0.4 },
  { cost: 5, from: 0.1, to: 0.25, longest: 1.5 },
  { cost: 10, from: 0.1, to: 0.5, longest: 4 },
];

function Waits() {
  const y = (seconds: number): number => 96 - seconds * 3.4;
  return (
    <svg className={css.experiment} viewBox="0 0 200 116">
      {[0, 10, 20].map((seconds) => (
        <g key={seconds}>
          <path className={css.experimentGrid} d={`M22 ${y(seconds)}H196`} />
          <text x="17" y={y(seconds) + 3.5} textAnchor="end">
            {seconds}
          </text>
        </g>
      ))}
      {WAITS.map(({ cost, from, to, longest }, i) => {
        const x = 42 + i * 34;
        return (
          <g key={cost}>
            <path className={css.experimentLine} d={`M${x} ${y(to)}V${y(longest)}`} />
            <rect x={x - 7} y={y(to)} width="14" height={Math.max(2, y(from) - y(to))} />
            <text x={x} y="110" textAnchor="middle">
              {cost}
            </text>
          </g>
        );
      })}
      <text x="196" y="9" textAnchor="end">
        wait, s, by slot cost
      </text>
    </svg>
  );
}

/** Largest number of runnable threads under each policy in the page's first run, on four CPUs. */
const RUNNABLE = [
  ['plain', 60],
  ['fixed pool', 4],
  ['group', 10],
] as const;

function Policies() {
  const x = (threads: number): number => 64 + threads * 2;
  return (
    <svg className={css.experiment} viewBox="0 0 200 116">
      {RUNNABLE.map(([name, most], i) => (
        <g key={name}>
          <text x="56" y={28 + i * 30} textAnchor="end">
            {name}
          </text>
          <rect className={css.experimentOver} x="64" y={17 + i * 30} width={x(most) - 64} height="15" />
          <rect x="64" y={17 + i * 30} width={x(4) - 64} height="15" />
          <text
            x={most > 50 ? x(most) - 5 : x(most) + 5}
            y={28 + i * 30}
            textAnchor={most > 50 ? 'end' : 'start'}
          >
            {most}
          </text>
        </g>
      ))}
      <path className={css.experimentLimit} d={`M${x(4)} 10V100`} />
      <text x={x(4) + 4} y="110">
        4 CPUs
      </text>
    </svg>
  );
}

/** Deferred mail in percent, by feedback: simulated with ten seeds, and measured (SCHEDULER_README). */
const DEFERRED = [
  ['1/N', 9.44, 9.9],
  ['1/√N', 9.6, 10.4],
  ['1', 9.6, 10.1],
] as const;

function Tables() {
  const x = (percent: number): number => 46 + percent * 13;
  return (
    <svg className={css.experiment} viewBox="0 0 200 116">
      {DEFERRED.map(([name, simulated, measured], i) => (
        <g key={name}>
          <text x="38" y={27 + i * 28} textAnchor="end">
            {name}
          </text>
          <path className={css.experimentGrid} d={`M46 ${23 + i * 28}H${x(measured)}`} />
          <circle className={css.experimentMeasured} cx={x(measured)} cy={23 + i * 28} r="4" />
          <circle cx={x(simulated)} cy={23 + i * 28} r="3.4" />
        </g>
      ))}
      <text x="46" y="110">
        deferred, %: ● here, ○ measured
      </text>
    </svg>
  );
}
