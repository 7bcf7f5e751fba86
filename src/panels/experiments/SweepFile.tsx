import { useRef, useState } from 'react';
import type { SweepFigures, SweepLine, SweepSpec } from '../../protocol/experiments.ts';
import type { SweepPoint } from './axes.ts';
import type { Draft } from './SetupForm.tsx';
import './experiments.css';

interface SweepFileProps {
  draft: Draft;
  points: readonly SweepPoint[];
  onResults: (draft: Draft, points: readonly SweepPoint[], figures: Map<string, SweepFigures[]>) => void;
}

/** Results are lines of JSON; more than this is no file for a page. */
const BYTES_MAX = 500_000_000;

/** The sweep as a file for `npm run sweep` on other machines, and its results from there. */
export function SweepFile({ draft, points, onResults }: SweepFileProps) {
  const chosen = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const read = async (file: File): Promise<void> => {
    setFault('');
    try {
      if (file.size > BYTES_MAX) throw new Error('larger than 500 MB');
      const results = resultsIn(await file.text());
      onResults(results.draft, results.points, results.figures);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setFault(`${file.name}: ${why}; accepted is what npm run sweep has written.`);
    }
  };
  return (
    <div className="row experiments-do">
      <button
        type="button"
        className="btn outlined"
        disabled={points.length === 0}
        onClick={() => save(draft, points)}
      >
        Save as a file for npm run sweep
      </button>
      <button type="button" className="btn outlined" onClick={() => chosen.current?.click()}>
        Open results
      </button>
      <input
        ref={chosen}
        type="file"
        accept=".jsonl,.json"
        hidden
        aria-label="Results of a sweep"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void read(file);
          target.value = '';
        }}
      />
      {fault !== '' && (
        <span className="bad-text" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

/** The spec of a sweep as it stands in the form. */
function specOf({ x, y, scene, seeds }: Draft, points: readonly SweepPoint[]): SweepSpec {
  return { kind: 'sweep', version: 1, x, y, scene, seeds: Number(seeds), points: [...points] };
}

function save(draft: Draft, points: readonly SweepPoint[]): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(specOf(draft, points))], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = 'sweep.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Results of `npm run sweep`: its spec in the first line, a run in each other. Throws with what is wrong. */
export function resultsIn(text: string): {
  draft: Draft;
  points: SweepPoint[];
  figures: Map<string, SweepFigures[]>;
} {
  const [first = '', ...lines] = text.split('\n');
  const spec = JSON.parse(first) as SweepSpec;
  if (spec.kind !== 'sweep' || spec.version !== 1 || !Array.isArray(spec.points))
    throw new Error('the first line is no sweep');
  const figures = new Map<string, SweepFigures[]>(spec.points.map(({ key }) => [key, []]));
  for (const line of lines) {
    if (line === '') continue;
    const one = JSON.parse(line) as SweepLine;
    const own = figures.get(one.point);
    if (one.kind !== 'run' || own === undefined || !Array.isArray(one.figures?.waits))
      throw new Error('a line is no run of its sweep');
    own.push(one.figures);
  }
  const { x, y, scene, seeds, points } = spec;
  return { draft: { x, y, scene, seeds: String(seeds) }, points, figures };
}
