import { formatSpanDigits } from '../../explain/figures.ts';
import type { InputError } from '../../protocol/result.ts';
import type { PolicyRun } from '../../protocol/policies.ts';
import type { Micros } from '../../protocol/units.ts';
import { LinkError } from './SettingsForm.tsx';
import { LETTERS, NAMES } from './PolicyColumn.tsx';
import { type Piece, type PieceKind, requestPieces } from './picture.ts';
import { Field } from '../../ui/Field.tsx';
import css from './policies.module.css';
import { withUnits } from '../kit/units.ts';

interface RequestTrailProps {
  runs: readonly PolicyRun[];
  request: number;
  count: number;
  errors: readonly InputError[];
  onRequest: (request: number) => void;
  onAt: (at: Micros) => void;
}

const WORDS: Record<PieceKind, string> = {
  pending: 'waits to be taken',
  switching: 'switch',
  running: 'on a CPU',
  ready: 'ready, no CPU',
  blocked: 'blocked',
};
const KINDS = Object.keys(WORDS) as PieceKind[];

/**
 * One request through all three: same arrival, same work, different waits. The bars begin when a thread takes it, on one
 * axis; the wait before can be a thousand times as long, and is a figure.
 */
export function RequestTrail({ runs, request, count, errors, onRequest, onAt }: RequestTrailProps) {
  const trails = runs.map((run) => ({ run, pieces: requestPieces(run.recording, request) }));
  const longest = Math.max(1, ...trails.map(({ pieces }) => lengthOf(pieces.filter(isServed))));
  const arrived = runs[0]?.recording.requests.arrived[request - 1] ?? 0;
  return (
    <section className={css.requestTrail} aria-label="One request followed">
      <div className={`row ${css.requestTrailHead}`}>
        <h2>One request through all three</h2>
        <Field
          text={<span className="dim">request</span>}
          line="row"
          className={css.trailNumber}
          kind="figure"
          type="number"
          min={1}
          max={count}
          value={String(request)}
          onChange={(text) => {
            const next = Math.round(Number(text));
            if (next >= 1 && next <= count) onRequest(next);
          }}
        />
        <span className="dim">
          of {count}, arrives at {formatSpanDigits(arrived)}
        </span>
        <button type="button" className="btn outlined" onClick={() => onAt(arrived)}>
          Go to its arrival
        </button>
        <span className="grow" />
        <span className={css.trailKeys}>
          {KINDS.map((kind) => (
            <span key={kind}>
              <i className={css.pieceKey} data-piece={kind} aria-hidden="true" /> {WORDS[kind]}
            </span>
          ))}
        </span>
      </div>
      <LinkError name="request" errors={errors} />
      <ol className={css.trailLines}>
        {trails.map(({ run, pieces }) => (
          <Trail key={run.kind} run={run} pieces={pieces} longest={longest} request={request} />
        ))}
      </ol>
    </section>
  );
}

interface TrailProps {
  run: PolicyRun;
  pieces: readonly Piece[];
  longest: number;
  request: number;
}

function Trail({ run, pieces, longest, request }: TrailProps) {
  const { requests, names } = run.recording;
  const thread = names[requests.thread[request - 1] ?? 0] ?? '';
  const sums = KINDS.map((kind) => ({ kind, sum: lengthOf(pieces.filter((piece) => piece.kind === kind)) }));
  const served = pieces.filter(isServed);
  const waited = lengthOf(pieces) - lengthOf(served);
  return (
    <li className={css.trailLine}>
      <span className={css.trailName}>
        <b>{LETTERS[run.kind]}</b> {NAMES[run.kind]}
        <span className={`${css.trailThread} mono`}>{thread}</span>
      </span>
      <span className={`${css.trailWait} mono`} aria-hidden="true">
        {waited > 0 && (
          <>
            <i data-piece="pending" />
            {formatSpanDigits(waited)}
          </>
        )}
      </span>
      <span className={css.trailBar} aria-hidden="true">
        {served.map((piece) => (
          <i
            key={piece.from}
            data-piece={piece.kind}
            style={{ flexGrow: (piece.to - piece.from) / longest }}
          />
        ))}
        <i className="trail-rest" style={{ flexGrow: Math.max(0, 1 - lengthOf(served) / longest) }} />
      </span>
      <span className={css.trailSums}>
        <b className="mono">{formatSpanDigits(lengthOf(pieces))}</b>{' '}
        {withUnits(
          sums
            .filter(({ sum }) => sum > 0)
            .map(({ kind, sum }) => `${WORDS[kind]} ${formatSpanDigits(sum)}`)
            .join(', '),
        )}
      </span>
    </li>
  );
}

function isServed({ kind }: Piece): boolean {
  return kind !== 'pending';
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { from, to }) => sum + to - from, 0);
}
