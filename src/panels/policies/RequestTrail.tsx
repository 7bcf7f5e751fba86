import { formatSpanDigits } from '../../explain/figures.ts';
import type { PolicyRun } from '../../protocol/policies.ts';
import { LinkError, type PolicyForm } from './SettingsForm.tsx';
import { type Compared, LETTERS, NAMES } from './PolicyColumn.tsx';
import { type Piece, type PieceKind, requestPieces } from './picture.ts';
import { Field } from '../../ui/Field.tsx';
import css from './policies.module.css';
import { withUnits } from '../kit/units.ts';
import { Button } from '../../ui/Button.tsx';

const WORDS: Record<PieceKind, string> = {
  pending: 'waits in the queue',
  switching: 'switch',
  running: 'on a CPU',
  ready: 'ready, no CPU',
  blocked: 'blocked',
};
const KINDS = Object.keys(WORDS) as PieceKind[];

/**
 * Shows one request under all three policies. The bars share one axis and begin when a thread takes the request. The
 * wait before that is a figure, because it can be a thousand times as long as the bar.
 */
export function RequestTrail({ form, runs, ran, onAt }: Compared & { form: PolicyForm }) {
  const { count } = ran;
  const request = Math.min(form.settings.request, count);
  const trails = runs.map((run) => ({ run, pieces: requestPieces(run.recording, request) }));
  const longest = Math.max(1, ...trails.map(({ pieces }) => lengthOf(pieces.filter(isServed))));
  const arrived = runs[0]?.recording.requests.arrived[request - 1] ?? 0;
  return (
    <section className={`stack gap-12 ${css.part} ${css.trails}`} aria-label="One request followed">
      <div className="row wrap">
        <h2>One request under all three policies</h2>
        <Field
          text={<span className="dim">request</span>}
          line="row"
          className={css.number}
          kind="figure"
          type="number"
          min={1}
          max={count}
          value={String(request)}
          onChange={(text) => {
            const next = Math.round(Number(text));
            if (next >= 1 && next <= count) form.set({ request: next });
          }}
        />
        <span className="dim">
          of {count}, arrives at {formatSpanDigits(arrived)}
        </span>
        <Button look="outlined" onClick={() => onAt(arrived)}>
          Go to its arrival
        </Button>
        <span className="grow" />
        <span className="row wrap gap-12 text-1 sub">
          {KINDS.map((kind) => (
            <span key={kind}>
              <span className={`${css.bar} ${css.key}`} aria-hidden="true">
                <i className="grow" data-piece={kind} />
              </span>{' '}
              {WORDS[kind]}
            </span>
          ))}
        </span>
      </div>
      <LinkError name="request" errors={form.errors} />
      <ol className="stack gap-10">
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
    <li className={css.trail}>
      <span className="row gap-6">
        <b>{LETTERS[run.kind]}</b> {NAMES[run.kind]}
        <span className="grow" />
        <span className={css.tag}>{thread}</span>
      </span>
      <span className={`row gap-6 text-1 sub mono ${css.bar}`} aria-hidden="true">
        {waited > 0 && (
          <>
            <i className="grow" data-piece="pending" />
            {formatSpanDigits(waited)}
          </>
        )}
      </span>
      <span className={css.bar} aria-hidden="true">
        {served.map((piece) => (
          <i
            key={piece.from}
            data-piece={piece.kind}
            style={{ flexGrow: (piece.to - piece.from) / longest }}
          />
        ))}
        <i style={{ flexGrow: Math.max(0, 1 - lengthOf(served) / longest) }} />
      </span>
      <span className="text-2 sub">
        <b className="mono strong">{formatSpanDigits(lengthOf(pieces))}</b>{' '}
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
